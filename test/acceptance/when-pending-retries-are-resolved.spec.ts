import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const resolve = '/api/pendingretries/resolve';
const pending = { status: 'retryIssued', lastModified: '2024-06-01T12:00:00Z', queue: 'Sales@SRV2' } as const;
const june = { from: '2024-06-01T00:00:00Z', to: '2024-06-30T00:00:00Z' };

let federation: Federation<Key>;
let ids: Readonly<Record<Key, readonly string[]>>;

beforeEach(async () => {
  federation = await startFederation(keys, {
    settings: { federation: { writeTimeout: '400ms', probeInterval: '1h', nameMembersBy: 'key', microCache: '0s' } },
  });
  const { eu, us, ap } = federation.members;
  ids = {
    eu: eu.hasFailedMessages(2, pending),
    us: us.hasFailedMessages(2, pending),
    ap: ap.hasFailedMessages(2, pending),
  };
});

afterEach(() => federation.stop());

const send = (method: string, target: string, body: unknown): Promise<Response> =>
  federation.gateway.send(method, target, body);

function sentTo(key: Key, method: string, target: string): readonly unknown[] {
  return federation.members[key].requestsTo(method, target).map(({ json }) => json);
}

function resolvedAt(key: Key): number {
  federation.members[key].settle();
  return federation.members[key].messages().filter(({ status }) => status === 'resolved').length;
}

describe('resolving by ids', () => {
  it('sends each owner its ids under the key that members read', async () => {
    const answer = await send('PATCH', resolve, { uniquemessageids: [...ids.us, ...ids.ap] });

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=not-asked, us=202, ap=202']);
    expect(keys.map((key) => sentTo(key, 'PATCH', resolve))).toEqual([
      [],
      [{ uniquemessageids: ids.us }],
      [{ uniquemessageids: ids.ap }],
    ]);
    expect(keys.map(resolvedAt)).toEqual([0, 2, 2]);
  });

  it('wins over a range that is there too, even with no id in it', async () => {
    const answer = await send('PATCH', resolve, { ...june, uniquemessageids: [] });

    expect(answer.status).toBe(202);
    expect(keys.map(resolvedAt)).toEqual([0, 0, 0]);
  });

  it('refuses an empty id with 422 and sends nothing', async () => {
    const answer = await send('PATCH', resolve, { uniquemessageids: [...ids.us, ''] });

    expect(answer.status).toBe(422);
    expect(keys.flatMap((key) => sentTo(key, 'PATCH', resolve))).toEqual([]);
  });

  it('says which ids did not go out', async () => {
    await federation.gateway.get('/api/errors');
    await federation.members.us.stop();

    const answer = await send('PATCH', resolve, { uniquemessageids: [...ids.us, ...ids.ap] });

    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ accepted: { ids: ids.ap }, not_sent: { ids: ids.us } });
  });
});

describe('resolving a range', () => {
  it('goes to every member as it came', async () => {
    const answer = await send('PATCH', resolve, june);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=202, us=202, ap=202']);
    expect(keys.map((key) => sentTo(key, 'PATCH', resolve))).toEqual([[june], [june], [june]]);
    expect(keys.map(resolvedAt)).toEqual([2, 2, 2]);
  });

  it.each(['from', 'to'] as const)('without "%s" is refused with 422', async (missing) => {
    const other = missing === 'from' ? 'to' : 'from';

    const answer = await send('PATCH', resolve, { [other]: june[other] });

    expect(answer.status).toBe(422);
    expect(keys.flatMap((key) => sentTo(key, 'PATCH', resolve))).toEqual([]);
  });

  it('goes on where it can when one member is away, and names that one', async () => {
    await federation.members.us.stop();

    const answer = await send('PATCH', resolve, june);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=202, us=unavailable, ap=202']);
    expect(answer.headers['x-particular-incomplete-results']).toBe('us:unavailable');
  });
});

describe('a queue’s pending retries', () => {
  it.each([
    ['PATCH', '/api/pendingretries/queues/resolve'],
    ['POST', '/api/pendingretries/queues/retry'],
  ])('%s %s: every member gets the request', async (method, target) => {
    const body = { queueaddress: pending.queue, ...june };

    const answer = await send(method, target, body);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=202, us=202, ap=202']);
    expect(keys.map((key) => sentTo(key, method, target))).toEqual([[body], [body], [body]]);
  });
});

describe('retrying pending messages by ids', () => {
  it('sends each owner its ids', async () => {
    const answer = await send('POST', '/api/pendingretries/retry', [...ids.eu, ...ids.ap]);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=202, us=not-asked, ap=202']);
    expect(keys.map((key) => sentTo(key, 'POST', '/api/pendingretries/retry'))).toEqual([[ids.eu], [], [ids.ap]]);
  });
});

describe('commands about everything', () => {
  it.each([
    ['POST', '/api/errors/retry/all'],
    ['POST', '/api/errors/Sales%2FEU/retry/all'],
    ['POST', '/api/errors/queues/Sales%40SRV2/retry'],
    ['PATCH', '/api/errors/2024-06-01T00:00:00Z...2024-06-30T00:00:00Z/unarchive'],
  ])('%s %s reach every member as they were written', async (method, target) => {
    const answer = await federation.gateway.request(method, target);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=202, us=202, ap=202']);
    expect(federation.all.map((fake) => fake.requests.map((request) => request.target))).toEqual([
      [target],
      [target],
      [target],
    ]);
  });

  it.each<[string, Partial<Record<Key, number>>, number, string]>([
    ['the lowest success counts', { eu: 202, us: 200, ap: 204 }, 200, 'eu=202, us=200, ap=204'],
    ['a refusal counts more than a success', { us: 409 }, 409, 'eu=202, us=409, ap=202'],
    ['a failure beside a success is named', { us: 500 }, 202, 'eu=202, us=500, ap=202'],
    ['only failures are a failure', { eu: 500, us: 500, ap: 500 }, 502, 'eu=500, us=500, ap=500'],
    ['nobody has it', { eu: 404, us: 404, ap: 404 }, 404, 'eu=404, us=404, ap=404'],
  ])('of several outcomes, %s', async (_, statuses, status, outcome) => {
    for (const key of keys) {
      const code = statuses[key];
      if (code !== undefined) federation.members[key].faults.add({ kind: 'status', status: code });
    }

    const answer = await federation.gateway.request('POST', '/api/errors/retry/all');

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([status, outcome]);
  });

  it('that no member could be sent are a 503, and that nothing was sent is said', async () => {
    await Promise.all(federation.all.map((fake) => fake.stop()));

    const answer = await federation.gateway.request('POST', '/api/errors/retry/all');

    expect([answer.status, answer.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(answer.json).toMatchObject({ detail: expect.stringMatching(/nothing was executed/) });
  });
});
