import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditedMessageSpec } from '../support/fake-primary/audit-store.js';
import { fieldOfRows } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const at = (minute: number): string => `2024-05-01T09:${String(minute).padStart(2, '0')}:00.1234567Z`;
const audited = (messageId: string, minute: number, more: Partial<AuditedMessageSpec> = {}): AuditedMessageSpec => ({
  messageId,
  timeSent: at(minute),
  body: `body of ${messageId}`,
  ...more,
});

let federation: Federation<Key>;

beforeAll(async () => {
  const audits = {
    eu: [audited('a-eu', 1, { criticalTime: 30_000_000n })],
    // A message that failed in eu was processed in us after its retry.
    us: [audited('a-us', 2, { criticalTime: 10_000_000n }), audited('f-eu', 6)],
    ap: [audited('a-ap', 3, { criticalTime: 20_000_000n, endpoint: 'Billing' })],
  };
  federation = await startFederation(keys, {
    members: Object.fromEntries(
      keys.map((key) => [
        key,
        // Instances in containers all have one id.
        { isContainer: true, audits: [{ apiUri: `http://audit-${key}:44444/api/`, messages: audits[key] }] },
      ]),
    ),
    settings: { federation: { nameMembersBy: 'key', microCache: '0s' } },
  });
  for (const [minute, key] of [...keys.entries()]) {
    const like = { messageId: `f-${key}`, timeSent: at(6 + minute), endpoint: 'Sales', body: `body of f-${key}` };
    federation.members[key].hasFailedMessages([like]);
  }
});

afterAll(() => federation.stop());

const messageIds = async (target: string) => fieldOfRows(await federation.gateway.get(target), 'message_id');
const newestFirst = ['f-ap', 'f-us', 'f-eu', 'a-ap', 'a-us', 'a-eu'];

describe('GET /api/messages', () => {
  it('lists failed and processed messages of all members, the newest first, each at one endpoint once', async () => {
    expect(await messageIds('/api/messages')).toEqual(newestFirst);
  });

  it('keeps the copy of the member that comes first', async () => {
    const answer = await federation.gateway.get('/api/messages');

    expect(fieldOfRows(answer, 'status').slice(2, 3)).toEqual(['failed']);
    expect(String(fieldOfRows(answer, 'instance_id')[2])).toMatch(/^eu~/);
  });

  it('counts as members do, doubles included', async () => {
    expect((await federation.gateway.get('/api/messages?per_page=2')).headers['total-count']).toBe('7');
  });

  it('gives addresses that lead to each body, although all instances have one id', async () => {
    const answer = await federation.gateway.get('/api/messages');

    for (const [k, url] of fieldOfRows(answer, 'body_url').entries()) {
      expect(String(url)).toMatch(/^\/messages\/[^?]*\?instance_id=(eu|us|ap)~[^?&]*$/);
      const body = await federation.gateway.get(`/api${String(url)}`);
      expect([body.status, body.text]).toEqual([200, `body of ${newestFirst[k] ?? ''}`]);
    }
  });

  it('pages so that each message stands on one page', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => messageIds(`/api/messages?page=${String(page)}&per_page=2`)),
    );

    expect(pages.flat()).toEqual(newestFirst);
  });
});

describe('searches', () => {
  it.each([
    ['/api/messages/search?q=a-us', ['a-us']],
    ['/api/messages/search/f-eu', ['f-eu']],
    ['/api/messages/search/nowhere', []],
    ['/api/messages/search?q=f-us%20a-ap', ['f-us', 'a-ap']],
    ['/api/endpoints/Billing/messages', ['a-ap']],
    ['/api/endpoints/sales/messages?direction=asc', ['a-eu', 'a-us', 'f-eu', 'f-us', 'f-ap']],
    // Members mix up endpoint and keyword for their own messages (contract 8.1), so only processed ones are found.
    ['/api/endpoints/Billing/messages/search?q=a-ap', ['a-ap']],
    ['/api/endpoints/Sales/messages/search/a-us', ['a-us']],
  ])('%s', async (target, expected) => {
    expect(await messageIds(target)).toEqual(expected);
  });

  it('reach every member as they came, but for the page', async () => {
    const target = '/api/Messages/search/a%2Fb%5Cc%20d/?page=3&per_page=2&sort=status';
    await federation.gateway.get(target);

    for (const fake of federation.all) {
      expect(fake.requestsTo('GET', '/api/messages/search/a').at(-1)?.target).toBe(
        '/api/Messages/search/a%2Fb%5Cc%20d/?sort=status&page=1&per_page=6',
      );
    }
  });

  it('are refused as the members refuse them', async () => {
    const answer = await federation.gateway.get('/api/messages?include_system_messages=maybe');

    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8']);
    expect(answer.text).toContain('include_system_messages');
  });
});

describe('GET /api/messages2', () => {
  const window = '/api/messages2/?endpoint_name=&from=&to=&q=';

  it('is one window over all members, its count the sum of theirs', async () => {
    const answer = await federation.gateway.get(`${window}&page_size=4&sort=time_sent&direction=desc`);

    expect(fieldOfRows(answer, 'message_id')).toEqual(newestFirst.slice(0, 4));
    expect(answer.headers['total-count']).toBe('7');
    expect([answer.headers.etag, answer.headers.link]).toEqual([undefined, undefined]);
  });

  it('asks each member for the same window', async () => {
    await federation.gateway.get(`${window}&page_size=100&sort=time_sent&direction=desc`);

    for (const fake of federation.all) {
      expect(fake.requestsTo('GET', '/api/messages2').at(-1)?.target).toBe(
        `${window}&page_size=100&sort=time_sent&direction=desc`,
      );
    }
  });

  it.each([
    ['&page_size=3&sort=critical_time&direction=asc', ['f-eu', 'f-us', 'f-ap']],
    [`&page_size=9&sort=time_sent&direction=asc&endpoint_name=Billing`, ['a-ap']],
    ['&page_size=9&q=f-us', ['f-us']],
  ])('takes %s', async (query, expected) => {
    const found = await messageIds(`/api/messages2?${query.slice(1)}`);

    expect([...found].sort()).toEqual([...expected].sort());
  });

  it.each([
    ['without a size', '', 200],
    ['with a size that is no number', '?page_size=', 400],
  ])('answers %s as members do', async (_, query, status) => {
    const answer = await federation.gateway.get(`/api/messages2${query}`);

    expect(answer.status).toBe(status);
    if (status === 200) expect([answer.text, answer.headers['total-count']]).toEqual(['[]', '7']);
  });

  it('never says that paging was approximate: ServicePulse shows that as a failed instance', async () => {
    const answer = await federation.gateway.get('/api/messages2/?page_size=5000');

    expect(answer.headers['x-particular-incomplete-results']).toBeUndefined();
  });
});
