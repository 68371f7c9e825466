import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { compile } from './compile.js';

// `npm run demo`: compiles and starts the demo, so that it needs no build by hand.
const compiled = fileURLToPath(new URL('../../node_modules/.cache/servicecontrol-federation/', import.meta.url));
await compile(compiled);
await import(pathToFileURL(join(compiled, 'test/demo/demo.main.js')).href);
