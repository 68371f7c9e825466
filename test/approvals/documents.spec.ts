import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

/** A whole file name, not the end of `when-*.spec.ts`. */
const fileName = /(?<![\w*.-])[\w-]+(?:\.[\w-]+)*\.(?:ts|js|json|md)\b/g;

const root = fileURLToPath(new URL('../../', import.meta.url));

function text(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
}

/** Rows of the Markdown table, or of the doc comment, whose first column has this head; cells without decoration. */
function tableOf(document: string, head: string): readonly (readonly string[])[] {
  const lines = document.split('\n').map((line) => line.replace(/^ \* /, ''));
  const start = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

/** Fenced blocks of one language; '' for those without. */
function blocksOf(document: string, language: string): readonly string[] {
  const pieces = document.split(/^```(.*)$/m);
  return pieces.filter((_, at) => at % 4 === 2 && pieces[at - 1] === language).map((block) => block.trim());
}

describe('README.md', () => {
  it('has the strategies as the code lists them', () => {
    const known = tableOf(text('src/strategies.ts'), 'letter');
    const shown = tableOf(text('README.md'), 'letter').map((cells) => cells.slice(0, 3));
    expect(known.length).toBeGreaterThan(5);
    expect(shown.filter(([letter]) => letter !== 'X')).toEqual(known);
  });
});

describe('CONTRIBUTING.md', () => {
  const examples = blocksOf(text('CONTRIBUTING.md'), 'ts').map((block) => {
    const [first = '', ...code] = block.split('\n');
    return { file: first.replace('// ', ''), code: code.join('\n') };
  });

  it('shows how a route is added', () => {
    expect(examples.map(({ file }) => file)).toEqual([
      'src/service-control/service-control.routes.ts',
      'src/service-control/service-control.controllers.ts',
      'src/service-control/rules/queue-addresses.ts',
    ]);
  });

  it.each(examples)('quotes $file as it is', ({ file, code }) => {
    expect(text(file)).toContain(code);
  });
});

describe('docs/architecture.md', () => {
  const architecture = text('docs/architecture.md');
  const paths = ['src', 'test', 'config', 'docs'].flatMap(filesBelow);

  it('explains every folder', () => {
    const folders = paths.filter((path) => statSync(join(root, path)).isDirectory());
    expect(folders.length).toBeGreaterThan(20);
    expect(folders.filter((path) => !architecture.includes(`${basename(path)}/`))).toEqual([]);
  });

  it('names no file that is not there', () => {
    const names = paths.map((path) => basename(path));
    const named = blocksOf(architecture, '').flatMap((block) => block.match(fileName) ?? []);
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('docs/decisions.md', () => {
  it('has every decision that the code cites', () => {
    const numbers = new Set(
      [...text('docs/decisions.md').matchAll(/^\| (\d+[a-z]*) \|/gm)].map(([, number]) => number),
    );
    const cited = [...filesBelow('src'), ...filesBelow('test')]
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...text(file).matchAll(/\bdecisions? (\d+[a-z]*(?:(?:, | and | to )\d+[a-z]*)*)/g)])
      .flatMap(([, list = '']) => list.split(/, | and | to /));
    expect(numbers.size).toBeGreaterThan(60);
    expect([...new Set(cited)].filter((number) => !numbers.has(number))).toEqual([]);
  });
});

describe('docs/dependencies.md', () => {
  it('says why each library is here, and names none that is not', () => {
    const { dependencies, devDependencies } = JSON.parse(text('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const named = [...text('docs/dependencies.md').matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) => {
      return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    });
    expect(named.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
  });
});
