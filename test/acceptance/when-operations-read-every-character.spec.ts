import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conversationId, sagaId, shopOptions, stock } from '../servicepulse/shop.js';
import { startInstalledFederation, type InstalledFederation } from '../support/start-installed-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

/** Put at the beginning of every object that a member sends: spellings that do not survive reading and writing. */
const unknown = [
  '{"since_later":{"most":9223372036854775807,"least":-9223372036854775808,"tiny":1E-05,"exact":1.10,"minus":-0,',
  '"at":"2024-05-01T10:00:00.0000001+02:00","none":null,"text":"\\u00e9\\/\\ud83d\\ude00"},"since_later":0.10,"',
].join('');

let federation: InstalledFederation<Key>;

beforeAll(async () => {
  federation = await startInstalledFederation(keys, {
    members: { eu: shopOptions('eu'), us: shopOptions('us'), ap: shopOptions('ap') },
    settings: { federation: { microCache: '0s' } },
  });
  const text = (body: string): string => (/^[[{]/.test(body) ? body.replaceAll('{"', unknown) : body);
  for (const installation of federation.all) {
    stock(installation);
    for (const part of [installation.primary, installation.monitoring]) part.faults.add({ kind: 'rewrite', text });
  }
});

afterAll(() => federation.stop());

describe('rows that nothing is merged into', () => {
  it.each([
    '/api/errors?per_page=100',
    '/api/endpoints/Sales/errors?per_page=100',
    '/api/messages?per_page=100',
    '/api/messages2?page_size=100',
    `/api/conversations/${conversationId}?per_page=100`,
    '/api/customchecks?per_page=100',
    '/api/eventlogitems?per_page=100',
    '/api/endpoints',
    '/api/endpoints/known',
    '/api/redirects?per_page=100',
    '/api/configuration/remotes',
  ])('%s has each row of each member as that one sent it', async (target) => {
    const merged = await federation.gateway.get(target);

    for (const key of keys) {
      const own = await federation.gateway.get(`/members/${key}${target}`);
      expect(elementsOf(own.text).length).toBeGreaterThan(0);
      expect(elementsOf(own.text).filter((row) => !merged.text.includes(row))).toEqual([]);
    }
  });
});

describe('what is merged', () => {
  it('keeps the changes of a saga as they were sent', async () => {
    const merged = await federation.gateway.get(`/api/sagas/${sagaId}`);

    for (const key of keys) {
      const own = (await federation.gateway.get(`/members/${key}/api/sagas/${sagaId}`)).text;
      const changes = own.slice(own.indexOf('"changes":') + '"changes":'.length, -1);
      expect(elementsOf(changes).filter((change) => !merged.text.includes(change))).toEqual([]);
    }
  });

  it.each([
    '/api/recoverability/groups/Message%20Type',
    '/api/licensing/endpoints',
    '/api/endpointssettings',
    '/api/errors/queues/addresses',
  ])('%s keeps fields that nobody knows, as the first member sent them', async (target) => {
    const rows = elementsOf((await federation.gateway.get(target)).text);

    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !row.startsWith(unknown.slice(0, -1)))).toEqual([]);
  });
});

/** The texts of a JSON list's elements. */
function elementsOf(list: string): readonly string[] {
  const elements: string[] = [];
  let [depth, start, isText] = [0, 1, false];
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at] ?? '';
    if (character === '\\') at += 1;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    const isEnd = (character === ',' && depth === 1) || (character === ']' && depth === 0);
    if (!isText && isEnd) {
      elements.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return elements.filter((element) => element !== '');
}
