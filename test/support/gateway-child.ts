import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compile } from '../demo/compile.js';

const compiled = fileURLToPath(new URL('../../node_modules/.cache/servicecontrol-federation-tests', import.meta.url));

/** The gateway in a process of its own, for what only a process shows: memory, start, signals. */
export class GatewayChild {
  private constructor(
    readonly url: string,
    /** What the gateway said once it listened, and after how long. */
    readonly start: { readonly line: string; readonly ms: number },
    private readonly child: ChildProcess,
  ) {}

  /** Settles when the gateway listens; it takes a free port. */
  static async start(
    members: readonly object[],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<GatewayChild> {
    await compile(compiled);
    const started = performance.now();
    const child = spawn(process.execPath, ['dist/main.js'], {
      cwd: compiled,
      env: {
        PATH: process.env['PATH'],
        SERVICECONTROL_HOSTNAME: '127.0.0.1',
        SERVICECONTROL_PORT: '0',
        SERVICECONTROL_FEDERATEDINSTANCES: JSON.stringify(members),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) {
      const port = /"port":(\d+)/.exec(line)?.[1];
      if (port === undefined) continue;
      // The log must be read on, or the process would wait for room in the pipe.
      child.stdout.resume();
      return new GatewayChild(`http://127.0.0.1:${port}`, { line, ms: performance.now() - started }, child);
    }
    throw new Error('the gateway ended before it listened');
  }

  /** Resident megabytes now: all, or without the pages of the node binary that all processes share. Linux only. */
  memory(of: 'VmRSS' | 'RssAnon' = 'VmRSS'): number {
    const status = readFileSync(`/proc/${String(this.child.pid)}/status`, 'utf8');
    return Number(new RegExp(`${of}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    return code;
  }
}
