import { afterEach, describe, expect, it } from '@jest/globals';
import { nextProbe, stateOf } from '../support/member-states.js';
import type { RecordedRequest } from '../support/http/recorded-request.js';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us' | 'ap';

const list = '/api/errors';
const search = '/api/messages/search?q=order';
const memberTimeoutMs = 300;
const searchTimeoutMs = 450;
/** Within which a member must see that nobody waits any more, and how late a busy machine may be besides. */
const closingMs = 100;
const slackMs = 200;

let federation: Federation<Key>;

async function start(probeInterval = '1h'): Promise<Federation<Key>> {
  const times = { memberTimeout: `${String(memberTimeoutMs)}ms`, searchTimeout: `${String(searchTimeoutMs)}ms` };
  federation = await startFederation(['eu', 'us', 'ap'], {
    settings: { federation: { ...times, probeInterval, nameMembersBy: 'key', microCache: '0s' } },
  });
  for (const fake of federation.all) fake.hasFailedMessages(2, { messageType: 'Sales.OrderPlaced' });
  await federation.gateway.get(list);
  for (const fake of federation.all) fake.clearRequests();
  return federation;
}

afterEach(() => federation.stop());

const missingIn = (answer: Response): unknown => answer.headers['x-particular-incomplete-results'];
const lifeOf = (request: RecordedRequest | undefined): number => (request?.endedAt ?? NaN) - (request?.at ?? NaN);

describe('a member that never answers a list', () => {
  it('is told at the deadline that nobody waits any more', async () => {
    const { gateway, members } = await start();
    members.us.faults.add({ kind: 'never-answer' }, { path: list });

    const answer = await gateway.get(list);

    const [request] = members.us.requestsTo('GET', list);
    expect(await request?.ended).toBe('client gone');
    expect(lifeOf(request)).toBeGreaterThanOrEqual(memberTimeoutMs - 20);
    expect(lifeOf(request)).toBeLessThan(memberTimeoutMs + closingMs + slackMs);
    expect([answer.status, missingIn(answer), answer.headers['total-count']]).toEqual([200, 'us:timeout', '4']);
    expect(answer.ms).toBeLessThan(memberTimeoutMs + closingMs + slackMs);
  });

  it('stays up after one slow answer', async () => {
    const { gateway, members } = await start();
    members.us.faults.add({ kind: 'never-answer' }, { path: list });

    await gateway.get(list);

    expect(await stateOf(gateway, 'us')).toBe('up');
  });

  it('has a deadline of its own when its settings say so', async () => {
    federation = await startFederation(['eu', 'us', 'ap'], {
      entries: { us: { timeout: '150ms' } },
      settings: { federation: { memberTimeout: '3s', nameMembersBy: 'key' } },
    });
    federation.members.us.faults.add({ kind: 'never-answer' }, { path: list });

    const answer = await federation.gateway.get(list);

    expect(missingIn(answer)).toBe('us:timeout');
    expect(answer.ms).toBeLessThan(150 + closingMs + 2 * slackMs);
  });
});

describe('an answer that comes after the deadline', () => {
  it('changes nothing: its rows are forgotten', async () => {
    const { gateway, members } = await start();
    const [late = ''] = members.us.hasFailedMessages(1, { timeSent: '2031-01-01T00:00:00Z' });
    members.us.faults.add({ kind: 'delay', ms: memberTimeoutMs + 50 }, { path: list, times: 1 });
    const partial = await gateway.get(list);
    await members.us.requestsTo('GET', list)[0]?.ended;

    const retried = await gateway.request('POST', `/api/errors/${late}/retry`);

    expect([missingIn(partial), retried.status]).toEqual(['us:timeout', 202]);
    // An id from the late list would have been known, and nobody would have been asked where it is.
    expect(members.ap.requestsTo('GET', `/api/errors/last/${late}`)).toHaveLength(1);
    expect((await gateway.get(list)).headers['total-count']).toBe('7');
  });
});

describe('a member whose lists hang while its probes are answered', () => {
  it('costs three deadlines, then polls are quick again and name it as too late', async () => {
    const { gateway, members } = await start();
    members.us.faults.add({ kind: 'never-answer' }, { path: list });

    const polls: Response[] = [];
    for (let poll = 1; poll <= 8; poll += 1) polls.push(await gateway.get(list));

    expect(polls.map(missingIn)).toEqual(Array(8).fill('us:timeout'));
    expect(members.us.requestsTo('GET', list)).toHaveLength(3);
    for (const { ms } of polls.slice(3)) expect(ms).toBeLessThan(slackMs);
    expect(await stateOf(gateway, 'us')).toBe('slow');
  });

  it('gets one trial per probe interval and is whole with the first success', async () => {
    const { gateway, members } = await start('700ms');
    members.us.faults.add({ kind: 'never-answer' }, { path: list });
    for (let poll = 1; poll <= 3; poll += 1) await gateway.get(list);
    const began = performance.now();
    members.us.clearRequests();
    for (let probes = 1; probes <= 2; probes += 1) {
      await nextProbe(members.us);
      for (let poll = 1; poll <= 4; poll += 1) await gateway.get(list);
    }
    const intervals = Math.floor((performance.now() - began) / 700);
    const trials = members.us.requestsTo('GET', list).length;
    members.us.faults.clear();

    let answer = await gateway.get(list);
    while (missingIn(answer) !== undefined) answer = await gateway.get(list);

    expect(trials).toBeGreaterThanOrEqual(1);
    expect(trials).toBeLessThanOrEqual(intervals + 1);
    expect(await stateOf(gateway, 'us')).toBe('up');
    expect(answer.headers['total-count']).toBe('6');
  });

  it('still gets commands, and reads of what only it has', async () => {
    const { gateway, members } = await start();
    const [id = ''] = members.us.hasFailedMessages(1, { body: 'only here' });
    await gateway.get(list);
    members.us.faults.add({ kind: 'never-answer' }, { path: list + '?' });
    for (let poll = 1; poll <= 3; poll += 1) await gateway.get(list + '?page=1');
    const state = await stateOf(gateway, 'us');

    const body = await gateway.get(`/api/messages/${id}/body?instance_id=us~`);
    const read = await gateway.get(`/api/errors/last/${id}`);
    const command = await gateway.request('POST', `/api/errors/${id}/retry`);

    expect(state).toBe('slow');
    expect([body.status, body.text, read.status, command.status]).toEqual([200, 'only here', 200, 202]);
  });

  it('is not left out of lists because its searches are slow', async () => {
    const { gateway, members } = await start();
    members.us.faults.add({ kind: 'never-answer' }, { path: '/api/messages' });
    for (let poll = 1; poll <= 3; poll += 1) await gateway.get(search);

    const quick = await gateway.get(list);
    const slow = await gateway.get(search);

    expect(missingIn(quick)).toBeUndefined();
    expect(missingIn(slow)).toBe('us:timeout');
    expect(slow.ms).toBeLessThan(slackMs);
  });
});

describe('a search that runs for a minute at one member', () => {
  it('is ended there at each deadline, never runs there twice at a time, and comes with the others’ rows', async () => {
    const { gateway, members } = await start();
    members.ap.faults.add({ kind: 'delay', ms: 60_000 }, { path: '/api/messages/search' });

    for (let poll = 1; poll <= 5; poll += 1) {
      const answers = await Promise.all([gateway.get(search), gateway.get(search)]);
      for (const answer of answers) {
        expect([answer.status, missingIn(answer)]).toEqual([200, 'ap:timeout']);
        expect(answer.json).toHaveLength(4);
      }
    }

    const requests = members.ap.requestsTo('GET', '/api/messages/search');
    expect(requests).toHaveLength(3);
    for (const request of requests) {
      expect(await request.ended).toBe('client gone');
      expect(lifeOf(request)).toBeLessThan(searchTimeoutMs + closingMs + slackMs);
    }
    expect(members.ap.mostRequestsAtOnce).toBe(1);
  });
});
