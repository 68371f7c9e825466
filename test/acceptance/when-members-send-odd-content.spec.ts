import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Fault } from '../support/http/faults.js';
import type { Response } from '../support/requester.js';
import { fieldOfRows, idsOf } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const list = '/api/errors?sort=time_sent&direction=desc&page=1&per_page=50';
const perMember = 8;

let federation: Federation<Key>;
let wellBehaved: readonly string[];

beforeAll(async () => {
  federation = await startFederation(keys, {
    settings: {
      federation: { probeInterval: '1h', nameMembersBy: 'key', microCache: '0s', maxReplyBytes: '1mb' },
    },
    // One compresses, one answers plain, one is of another version.
    members: { us: { isCompressing: false }, ap: { version: '6.12.3' } },
  });
  for (const fake of federation.all) fake.hasFailedMessages(perMember);
  wellBehaved = idsOf(await federation.gateway.get(list));
});

afterEach(async () => {
  for (const fake of federation.all) fake.faults.clear();
  // A member that is down is up again with its next answer.
  await federation.gateway.get('/members/us/api/errors');
  for (const fake of federation.all) fake.clearRequests();
});

afterAll(() => federation.stop());

async function askWhile(fault: Fault, key: Key = 'us', target = list): Promise<Response> {
  federation.members[key].faults.add(fault, { path: '/api/errors' });
  return federation.gateway.get(target);
}

const missingIn = (answer: Response): unknown => answer.headers['x-particular-incomplete-results'];

describe('compressed answers', () => {
  it('and plain ones become one list without any coding of a member', async () => {
    const answer = await federation.gateway.get(list, { headers: { 'Accept-Encoding': 'identity' } });

    expect(answer.json).toHaveLength(3 * perMember);
    expect(answer.headers['content-encoding']).toBeUndefined();
    const sent = (key: Key): number => federation.members[key].requests[0]?.bytesSent ?? NaN;
    expect(sent('eu')).toBeLessThan(sent('us') / 2);
  });

  it('that unpack to far more than is allowed are given up at the limit', async () => {
    const answer = await askWhile({ kind: 'bomb', bytes: 500_000_000 });

    expect(missingIn(answer)).toBe('us:error');
    expect(answer.json).toHaveLength(2 * perMember);
    const [request] = federation.members.us.requests;
    expect(await request?.ended).toBe('client gone');
    // 500 MB of blanks are some 490 KB compressed.
    expect(request?.bytesSent).toBeLessThan(300_000);
  });

  it('are no way around the limit for plain ones', async () => {
    const answer = await askWhile({ kind: 'rewrite', text: (text) => `${' '.repeat(1_100_000)}${text}` });

    expect(missingIn(answer)).toBe('us:error');
  });
});

describe('a total that makes no sense', () => {
  it.each<[string, readonly string[]]>([
    ['missing', []],
    ['a word', ['abc']],
    ['negative', ['-5']],
    ['beyond what can be counted', ['9007199254740993']],
    ['sent twice', ['99', '8']],
    ['a fraction', ['8.5']],
    ['empty', ['']],
  ])('%s: the rows that came count', async (_, values) => {
    const answer = await askWhile({ kind: 'header', name: 'Total-Count', values });

    expect([answer.status, answer.headers['total-count'], missingIn(answer)]).toEqual([200, '24', undefined]);
    expect(idsOf(answer)).toEqual(wellBehaved);
  });
});

describe('rows in no order', () => {
  it.each<['unsorted' | 'doubled', number]>([
    ['unsorted', 24],
    ['doubled', 32],
  ])('%s: every one is there as often as it came, over all pages', async (are, rows) => {
    federation.members.us.faults.add({ kind: 'rows', are }, { path: '/api/errors' });
    const seen: string[] = [];
    for (let page = 1; page <= 6; page += 1) {
      seen.push(...idsOf(await federation.gateway.get(`/api/errors?sort=time_sent&page=${String(page)}&per_page=7`)));
    }

    const counts = new Map<string, number>();
    for (const id of seen) counts.set(id, (counts.get(id) ?? 0) + 1);
    expect(new Set(seen)).toEqual(new Set(wellBehaved));
    if (are === 'unsorted') expect(seen).toHaveLength(rows);
    const ofUs = new Set(federation.members.us.messages().map(({ uniqueId }) => uniqueId));
    // A member that doubles its rows is asked for a page of so many, which then holds fewer different ones.
    for (const [id, count] of counts) expect(count).toBeLessThanOrEqual(ofUs.has(id) && are === 'doubled' ? 2 : 1);
  });

  it.each<[string, (row: Record<string, unknown>) => void]>([
    ['an id', (row) => delete row['id']],
    ['the field they are sorted by', (row) => delete row['time_sent']],
    ['a date in that field', (row) => (row['time_sent'] = 'yesterday')],
    ['any field', (row) => Object.keys(row).forEach((key) => Reflect.deleteProperty(row, key))],
  ])('without %s are all there', async (_, spoil) => {
    const rewrite = (text: string): string => {
      const rows = JSON.parse(text) as Record<string, unknown>[];
      rows.forEach(spoil);
      return JSON.stringify(rows);
    };

    const answer = await askWhile({ kind: 'rewrite', text: rewrite });

    expect([answer.status, missingIn(answer)]).toEqual([200, undefined]);
    expect(answer.json).toHaveLength(24);
    const others = fieldOfRows(answer, 'id').filter((id) => wellBehaved.includes(String(id)));
    expect(others.length).toBeGreaterThanOrEqual(16);
  });
});

describe('rows that only their bytes tell apart', () => {
  it.each([
    ['a number beyond 2^53', '"n":9223372036854775807'],
    ['numbers in another spelling', '"n":[1.10,1E-05,-0,1e400]'],
    ['one key twice', '"n":1,"n":2'],
    ['escapes', '"n":"\\u0000\\ud800\\/\\u00e9\\""'],
    ['a name like a prototype’s', '"__proto__":{"x":1},"constructor":0'],
    ['blanks', '"n"  :\t[ 1 ,\r\n 2 ]'],
    ['brackets in texts', '"n":"]},{\\"id\\":\\"7\\"}"'],
    ['great depth', `"n":${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ])('keep them: %s', async (_, field) => {
    const respell = (text: string): string => text.replace(/^\[\{/, `[{${field},`);

    const answer = await askWhile({ kind: 'rewrite', text: respell });

    expect([answer.status, missingIn(answer)]).toEqual([200, undefined]);
    expect(answer.text.includes(field)).toBe(true);
    expect(answer.headers['total-count']).toBe('24');
  });
});

describe('heads that break the protocol', () => {
  const rows = '[{"id":"forged","time_sent":"2030-01-01T00:00:00Z"}]';
  const head = (lines: string): string =>
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${lines}Content-Length: ${String(rows.length)}\r\n\r\n${rows}`;

  it.each([
    ['a NUL in a header', head('X-A: a\0b\r\n')],
    ['a bare carriage return', head('X-A: a\rSet-Cookie: b\r\n')],
    ['two thousand headers', head(Array.from({ length: 2000 }, (_, at) => `X-${String(at)}: abcdefgh\r\n`).join(''))],
    ['two different lengths', head('Content-Length: 3\r\n')],
    ['a line without a colon', head('nonsense\r\n')],
  ])('%s: nothing of that answer is taken', async (_, text) => {
    const answer = await askWhile({ kind: 'raw', text });

    expect(missingIn(answer)).toBe('us:unavailable');
    expect(answer.text).not.toContain('forged');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(federation.members.us.requests.length).toBeGreaterThan(0);
  });
});

describe('dates of a member whose clock is wrong', () => {
  it('stand where they belong, and nothing is left out for lying in the future', async () => {
    const shift = (text: string): string => text.replace(/"time_sent":"\d{4}/g, '"time_sent":"2099');

    const answer = await askWhile({ kind: 'rewrite', text: shift }, 'ap');

    const ofAp = new Set(federation.members.ap.messages().map(({ uniqueId }) => uniqueId));
    expect(idsOf(answer)).toHaveLength(24);
    expect(
      idsOf(answer)
        .slice(0, perMember)
        .every((id) => ofAp.has(id)),
    ).toBe(true);
  });
});
