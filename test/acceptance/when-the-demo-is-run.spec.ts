import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const patience = 60_000;

interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly lines: readonly string[];
}

/** `npm run demo`, without npm. */
async function demo(words: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, ['test/demo/run.js', ...words], { cwd: root });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const all = output + errors;
  return { code, output: all, lines: all.split('\n') };
}

describe('npm run demo -- --once', () => {
  it(
    'takes the tour, every step holds, and it ends by itself with 0',
    async () => {
      const { code, output, lines } = await demo(['--once']);
      expect(lines.filter((line) => line.startsWith('✘'))).toEqual([]);
      expect(lines.filter((line) => line.startsWith('✔'))).toHaveLength(12);
      expect(output).toContain('270 ids, every one exactly once');
      expect(output).toMatch(/PATCH errors\/archive .*eu=202 us=202 ap=not-asked/);
      expect(output).toMatch(/\(ap stops\) .*eu=200 us=200 ap=unavailable/);
      expect(code).toBe(0);
    },
    patience,
  );

  it(
    'takes other ports where its own are in use',
    async () => {
      const taken = createServer();
      taken.listen(33341, '127.0.0.1');
      await Promise.race([once(taken, 'listening'), once(taken, 'error')]);
      const { code } = await demo(['--once']);
      taken.close();
      expect(code).toBe(0);
    },
    patience,
  );
});

describe('npm run demo', () => {
  it(
    'prints its addresses after the tour and runs until it is told to stop',
    async () => {
      const child = spawn(process.execPath, ['test/demo/run.js'], { cwd: root });
      const ended = once(child, 'close') as Promise<[number | null]>;
      let output = '';
      child.stdout.setEncoding('utf8');
      for await (const piece of child.stdout as AsyncIterable<string>) {
        output += piece;
        if (output.includes('Running until Ctrl+C') && output.includes("The gateway's log")) break;
      }
      child.kill('SIGINT');
      const api = /ServiceControl API +(\S+)/.exec(output)?.[1] ?? '';
      const [code] = await ended;
      expect(output).toContain('All 12 steps held.');
      expect(api).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/$/);
      await expect(fetch(api)).rejects.toThrow('fetch failed');
      expect(code).toBe(0);
    },
    patience,
  );

  it('names what it does not know', async () => {
    const { code, output } = await demo(['--everything']);
    expect(output).toContain('not known here: --everything');
    expect(code).toBe(1);
  });
});
