import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { describeFaults, loadSettings, settingsFrom } from '../../src/settings/load-settings.js';
import { gatewayFields } from '../../src/settings/setting-fields.js';
import { layerFromJson } from '../../src/settings/written-settings.js';
import { settingsTable } from './settings-table.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const block = /(?<=<!-- settings:begin -->\n)[^]*(?=<!-- settings:end -->)/;

function readRoot(file: string): string {
  return readFileSync(root + file, 'utf8');
}

function readJson(file: string): object {
  return JSON.parse(readRoot(file)) as object;
}

describe('README.md', () => {
  it('has the table of all settings; `npm run docs:settings` writes it', () => {
    const readme = readRoot('README.md');
    const wanted = readme.replace(block, () => `${settingsTable(`${root}src/settings`)}\n`);
    if (process.env['npm_lifecycle_event'] === 'docs:settings') writeFileSync(`${root}README.md`, wanted);
    else expect(readme).toBe(wanted);
    expect(wanted).toContain('| `federation.memberTimeout` | `FEDERATION_MEMBERTIMEOUT` | `4s` | Deadline of one read');
  });

  it('shows settings files that load', () => {
    const files = [...readRoot('README.md').matchAll(/^```json\n(\{[^]*?)^```$/gm)].map(([, json = '']) => json);
    expect(files).not.toEqual([]);
    for (const json of files) expect(() => settingsFrom(JSON.parse(json) as object)).not.toThrow();
  });
});

describe('config/', () => {
  it('has a default for every setting, and nothing else', () => {
    const { written, faults } = layerFromJson(readJson('config/default.json'), 'config/default.json');
    expect(faults).toEqual([]);
    expect([...written.keys()]).toEqual(gatewayFields.map(({ path }) => path));
  });

  it.each(readdirSync(`${root}config`).filter((name) => name !== 'default.json'))('has %s, which loads', (name) => {
    const loaded = loadSettings(['--config', `${root}config/${name}`], {}, { isContainer: false });
    expect('faults' in loaded ? describeFaults(loaded.faults) : loaded.warnings).toEqual([]);
  });
});
