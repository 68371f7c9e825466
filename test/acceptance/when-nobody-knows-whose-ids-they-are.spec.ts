import { afterEach, describe, expect, it } from '@jest/globals';
import type { Fault } from '../support/http/faults.js';
import type { Response } from '../support/requester.js';
import { idsOf } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const archive = '/api/errors/archive';
const nowhere = '11111111-1111-1111-1111-111111111111';

let federation: Federation<Key>;

/** The gateway has just started: it has seen no list yet. */
async function start(memberTimeout = '10s'): Promise<Federation<Key>> {
  federation = await startFederation(keys, {
    settings: { federation: { memberTimeout, probeInterval: '1h', nameMembersBy: 'key', microCache: '0s' } },
  });
  return federation;
}

afterEach(() => federation.stop());

const retry = (id: string): Promise<Response> => federation.gateway.request('POST', `/api/errors/${id}/retry`);
const commands = (key: Key): number => federation.members[key].requests.filter(({ method }) => method !== 'GET').length;
const commandsInAll = (): readonly number[] => keys.map(commands);
const lookUps = (key: Key, id: string): number =>
  federation.members[key].requestsTo('GET', `/api/errors/last/${id}`).length;

describe('an id whose owner can be asked', () => {
  it('is looked up at every member once, and then known', async () => {
    await start();
    const [id = ''] = federation.members.ap.hasFailedMessages(1);

    const answers = [await retry(id), await retry(id)];

    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(keys.map((key) => lookUps(key, id))).toEqual([1, 1, 1]);
    expect(commandsInAll()).toEqual([0, 0, 2]);
  });

  it('is one and the same in any letter case', async () => {
    await start();
    const [id = ''] = federation.members.ap.hasFailedMessages(1);
    await federation.gateway.get('/api/errors');
    for (const fake of federation.all) fake.clearRequests();

    await retry(id.toUpperCase());

    expect(keys.map((key) => federation.members[key].requests.length)).toEqual([0, 0, 1]);
    expect(federation.members.ap.requests[0]?.target).toBe(`/api/errors/${id.toUpperCase()}/retry`);
  });
});

describe.each<Key>(['eu', 'us', 'ap'])('an id that no other member has, while %s cannot say', (failing) => {
  it.each<[string, Fault | 'refuse', string]>([
    ['refuses connections', 'refuse', 'unavailable'],
    ['never answers', { kind: 'never-answer' }, 'timeout'],
    ['fails', { kind: 'crash' }, 'error'],
    ['is behind a sign-in page', { kind: 'html' }, 'error'],
  ])('because it %s: nothing is sent, and nothing is concluded from it', async (_, fault, reason) => {
    await start(fault === 'refuse' || fault.kind !== 'never-answer' ? undefined : '250ms');
    const { gateway, members } = federation;
    const fake = members[failing];
    const [id = ''] = fake.hasFailedMessages(1);
    if (fault === 'refuse') await fake.stop();
    else fake.faults.add(fault);

    const single = await retry(id);
    const listed = await gateway.send('PATCH', archive, [id]);

    expect([single.status, listed.status]).toEqual([503, 503]);
    expect(listed.json).toMatchObject({
      not_sent: { count: 1, ids: [id] },
      accepted: { count: 0 },
      unknown: { count: 0 },
    });
    for (const { headers, json } of [single, listed]) {
      expect(headers['x-particular-incomplete-results']).toBe(`${failing}:${reason}`);
      expect(json).toMatchObject({ members: [{ key: failing, reason }] });
    }
    expect(single.headers['retry-after']).toMatch(/^\d+$/);
    expect(commandsInAll()).toEqual([0, 0, 0]);

    fake.faults.clear();
    await fake.start();
    expect((await retry(id)).status).toBe(202);
    expect(commands(failing)).toBe(1);
  });

  it('does not keep a read of it from saying so', async () => {
    await start('250ms');
    const { gateway, members } = federation;
    members[failing].faults.add({ kind: 'never-answer' });

    const answer = await gateway.get(`/api/errors/${nowhere}`);

    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([503, `${failing}:timeout`]);
  });
});

describe('an id that no member has', () => {
  it('is a 404 alone, and nothing is sent', async () => {
    await start();
    const answer = await retry(nowhere);

    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
    expect(answer.headers['x-particular-reason']).toBe('no member holds these ids');
    expect(answer.headers['x-federation-outcome']).toBe('eu=not-asked, us=not-asked, ap=not-asked');
    expect(commandsInAll()).toEqual([0, 0, 0]);
  });

  it('is a 404 to a read when every member was asked', async () => {
    await start();
    const answer = await federation.gateway.get(`/api/errors/${nowhere}`);

    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([404, undefined]);
  });

  it('is left out of a list, and the others go to their owners in the order given', async () => {
    await start();
    const { gateway, members } = federation;
    const [a = '', b = ''] = members.us.hasFailedMessages(2);

    const answer = await gateway.send('PATCH', archive, [b, nowhere, a, b]);

    expect([answer.status, answer.headers['x-particular-reason']]).toEqual([202, undefined]);
    expect(members.us.requestsTo('PATCH', archive).map(({ json }) => json)).toEqual([[b, a]]);
    expect(commandsInAll()).toEqual([0, 1, 0]);
    members.us.settle();
    expect(members.us.faultLog).toEqual([]);
  });
});

describe('an id that two members have', () => {
  const both = { uniqueId: 'aaaaaaaa-0000-0000-0000-000000000001' };

  it('goes to both', async () => {
    await start();
    const { members } = federation;
    for (const key of ['eu', 'ap'] as const) members[key].hasFailedMessages([both]);

    const answer = await retry(both.uniqueId);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=202, us=not-asked, ap=202']);
    expect(commandsInAll()).toEqual([1, 0, 1]);
  });

  it('is shown twice in lists and once by id, from the first', async () => {
    await start();
    const { gateway, members } = federation;
    members.eu.hasFailedMessages([{ ...both, messageType: 'Of.Eu' }]);
    members.ap.hasFailedMessages([{ ...both, messageType: 'Of.Ap' }]);

    const list = await gateway.get('/api/errors');
    const one = await gateway.get(`/api/errors/last/${both.uniqueId}`);

    expect([idsOf(list), list.headers['total-count']]).toEqual([[both.uniqueId, both.uniqueId], '2']);
    expect(one.json).toMatchObject({ message_type: 'Of.Eu' });
  });
});

describe('two hundred unknown ids', () => {
  it('are looked up with at most 32 questions under way', async () => {
    await start();
    const { gateway, all } = federation;
    const ids = Array.from({ length: 200 }, (_, at) => `aaaaaaaa-0000-0000-0000-${String(at).padStart(12, '0')}`);
    for (const fake of all) {
      fake.faults.add({ kind: 'delay', ms: 2 });
      fake.clearRequests();
    }

    const answer = await gateway.send('PATCH', archive, ids);

    expect(answer.status).toBe(202);
    expect(all.map((fake) => fake.requestsTo('GET', '/api/errors/last/').length)).toEqual([200, 200, 200]);
    expect(all.reduce((sum, fake) => sum + fake.mostRequestsAtOnce, 0)).toBeLessThanOrEqual(32);
  });
});
