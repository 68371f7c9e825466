import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where sources go; the ways between them stay the same. */
const trees = [
  { from: 'src', to: 'dist' },
  { from: 'test/support', to: 'test/support' },
  { from: 'test/demo', to: 'test/demo' },
];

/** As tsconfig.json says; a test compiles the same way. */
const options = {
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'es6' },
};

/**
 * Compiles the gateway and the fake installations, without checking types, in well under a second: `dist/` and `test/`
 * below the given directory, `config/` beside them. Packages are found from there if it lies below a `node_modules`.
 *
 * @param {string} directory made if it does not exist; files that are right already stay untouched
 */
export async function compile(directory) {
  await Promise.all(trees.map((tree) => compileTree(tree, directory)));
  for (const file of await readdir(join(root, 'config'))) {
    await write(join(directory, 'config', file), await readFile(join(root, 'config', file), 'utf8'));
  }
  await write(join(directory, 'package.json'), '{ "type": "module" }\n');
}

async function compileTree({ from, to }, directory) {
  const files = await readdir(join(root, from), { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  await Promise.all(
    sources.map(async (file) => {
      const source = await readFile(join(root, from, file), 'utf8');
      const { code } = await transform(source, { ...options, filename: join(from, file) });
      await write(join(directory, to, file.replace(/\.ts$/, '.js')), code);
    }),
  );
}

/** In one step, so that nobody who runs at the same time reads half a file. */
async function write(file, text) {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${String(process.pid)}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = process.argv[2];
  if (directory === undefined) throw new Error('usage: node test/demo/compile.js DIRECTORY');
  await compile(resolve(directory));
}
