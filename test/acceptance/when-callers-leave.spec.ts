import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { request as send } from 'node:http';
import { listedMembers, stateOf, untilIdle } from '../support/member-states.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us' | 'ap';

const list = '/api/errors';
const callers = 300;

let federation: Federation<Key>;

beforeEach(async () => {
  federation = await startFederation(['eu', 'us', 'ap'], {
    settings: { federation: { probeInterval: '1h', nameMembersBy: 'key', microCache: '0s' } },
  });
  for (const fake of federation.all) fake.hasFailedMessages(2);
});

afterEach(() => federation.stop());

/** Sends a request; `leave` closes the connection without waiting for the answer. */
function ask(method: string, target: string, headers: Readonly<Record<string, string>> = {}) {
  const { hostname, port } = new URL(federation.gateway.url);
  const outgoing = send({ hostname, port, method, path: target, headers, agent: false });
  const gone = new Promise((resolve) => outgoing.once('close', resolve));
  outgoing.on('error', () => undefined);
  outgoing.end();
  return {
    leave: (): Promise<unknown> => {
      outgoing.destroy();
      return gone;
    },
  };
}

describe('a caller who leaves', () => {
  it('ends the reads under way for it at every member within a moment', async () => {
    const { members, all } = federation;
    for (const fake of all) fake.faults.add({ kind: 'hold' }, { path: list });
    const arrivals = Promise.all(all.map((fake) => fake.nextRequestTo('GET', list)));
    const caller = ask('GET', list);
    const requests = await arrivals;

    await caller.leave();

    const left = Date.now();
    expect(await Promise.all(requests.map(({ ended }) => ended))).toEqual(Array(3).fill('client gone'));
    for (const { endedAt } of requests) expect((endedAt ?? NaN) - left).toBeLessThan(100 + 200);
    expect(members.us.openConnections).toBe(0);
  });

  it('does not stop a command that was sent already', async () => {
    const { gateway, members } = federation;
    const [id = ''] = members.us.hasFailedMessages(1);
    await gateway.get(list);
    members.us.faults.add({ kind: 'hold' }, { method: 'POST' });
    const arrival = members.us.nextRequestTo('POST', `/api/errors/${id}/retry`);
    const caller = ask('POST', `/api/errors/${id}/retry`);
    const request = await arrival;

    await caller.leave();
    // A whole read of the same member shows that the gateway has noticed nothing worth ending.
    await gateway.get(list);
    members.us.faults.clear();

    expect(await request.ended).toBe('complete');
    members.us.settle();
    expect(members.us.message(id)?.status).toBe('retryIssued');
    expect(members.us.requestsTo('POST', '/api/errors')).toHaveLength(1);
  });

  it('takes nobody else’s answer away', async () => {
    const { gateway, members } = federation;
    members.us.faults.add({ kind: 'hold' }, { path: list });
    const arrival = members.us.nextRequestTo('GET', list);
    const leaving = ask('GET', list);
    await arrival;
    const staying = gateway.get(list);
    await members.eu.nextRequestTo('GET', list);

    await leaving.leave();
    members.us.faults.clear();

    expect((await staying).headers['total-count']).toBe('6');
    expect(members.us.requestsTo('GET', list).map(({ finished }) => finished)).toContain('complete');
  });
});

describe(`${String(callers)} callers who leave while a member takes its time`, () => {
  it('change no member’s state, and leave neither sockets nor calls behind', async () => {
    const { gateway, members } = federation;
    members.us.faults.add({ kind: 'hold' }, { path: list });
    // Each with a token of its own, so that no two share a call at the member.
    const firstOnes = members.us.nextRequestTo('GET', list, 100);
    const all = Array.from({ length: callers }, (_, at) =>
      ask('GET', list, { Authorization: `Bearer caller-${String(at)}` }),
    );
    await firstOnes;

    await Promise.all(all.map((caller) => caller.leave()));

    await untilIdle(gateway);
    await Promise.all(members.us.requests.map(({ ended }) => ended));
    members.us.faults.clear();
    expect((await listedMembers(gateway)).map(({ state, in_flight }) => [state['service-control'], in_flight])).toEqual(
      Array(3).fill(['up', 0]),
    );
    expect(members.us.openConnections).toBe(0);
    const next = await gateway.get(list);
    expect(next.headers['x-particular-incomplete-results']).toBeUndefined();
    expect(next.headers['total-count']).toBe('6');
    expect(await stateOf(gateway, 'us')).toBe('up');
  });
});
