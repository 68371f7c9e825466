import { readFileSync } from 'node:fs';

// Every library the product ships with has one of these licenses.
const allowed = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Unlicense',
  'CC0-1.0',
]);

// Packages that name their license in an older way, read by hand.
const byHand = {
  'node_modules/busboy': 'MIT',
  'node_modules/passport-strategy': 'MIT',
  'node_modules/pause': 'MIT',
  'node_modules/streamsearch': 'MIT',
};

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const refused = Object.entries(lock.packages)
  .filter(([path, { dev }]) => path !== '' && dev !== true)
  .filter(([path, { license }]) => !isAllowed(license ?? byHand[path]))
  .map(([path, { license }]) => `${path}: ${license ?? 'no license named'}`);

/** `MIT`, or an expression such as `(MIT OR GPL-3.0)` of which one part will do. */
function isAllowed(license = '') {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => allowed.has(choice.trim()));
}

if (refused.length > 0) {
  console.error(`These licenses were not agreed on:\n${refused.join('\n')}`);
  process.exit(1);
}
console.log('All licenses are known.');
