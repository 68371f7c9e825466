import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { LogLines } from '../support/log-lines.js';
import { nextProbe, stateOf, untilMemberIs } from '../support/member-states.js';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us' | 'ap';

const list = '/api/errors';
/** No probe comes by itself unless a test wants it. */
const calm = { probeInterval: '1h', nameMembersBy: 'key', microCache: '0s' };
const probeIntervalMs = 150;
const lively = { ...calm, probeInterval: `${String(probeIntervalMs)}ms` };

let federation: Federation<Key>;

async function start(settings: object = calm, logger = new LogLines()): Promise<Federation<Key>> {
  federation = await startFederation(['eu', 'us', 'ap'], { settings: { federation: settings }, logger });
  for (const fake of federation.all) fake.hasFailedMessages(2);
  return federation;
}

afterEach(() => federation.stop());

const missingIn = (answer: Response): unknown => answer.headers['x-particular-incomplete-results'];

async function untilWhole(): Promise<Response> {
  for (;;) {
    const answer = await federation.gateway.get(list);
    if (answer.status === 200 && missingIn(answer) === undefined) return answer;
  }
}

describe('a member that refuses connections', () => {
  let listener: Server | undefined;

  afterEach(() => {
    listener?.close();
  });

  it('is tried by the first poll and left alone until a probe', async () => {
    const { gateway, members } = await start({ ...calm, probeInterval: '1500ms' });
    await gateway.get(list);
    await members.us.stop();
    const first = await gateway.get(list);
    let connections = 0;
    listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(members.us.port, '127.0.0.1');
    await once(listener, 'listening');

    const polls = [first];
    for (let poll = 2; poll <= 10; poll += 1) polls.push(await gateway.get(list));

    expect(polls.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(polls.map(missingIn)).toEqual(Array(10).fill('us:unavailable'));
    expect(first.ms).toBeLessThan(300);
    expect(connections).toBe(0);
    await once(listener, 'connection');
  });

  it('is back within the probe interval and a second, ten times', async () => {
    const { gateway, members } = await start(lively);
    for (let cycle = 1; cycle <= 10; cycle += 1) {
      await members.us.stop();
      expect(missingIn(await gateway.get(list))).toBe('us:unavailable');
      await members.us.start();
      const since = performance.now();

      const whole = await untilWhole();

      expect(performance.now() - since).toBeLessThan(probeIntervalMs + 1000);
      expect(whole.headers['total-count']).toBe('6');
    }
  });
});

describe('all members down', () => {
  it('needs no probe once the lead is there again', async () => {
    const { gateway, members, all } = await start();
    await Promise.all(all.map((fake) => fake.stop()));
    const nobody = await gateway.get(list);
    const stillNobody = await gateway.get(list);
    await members.eu.start();

    const answer = await gateway.get(list);

    expect([nobody.status, stillNobody.status]).toEqual([503, 503]);
    expect(nobody.headers['retry-after']).toMatch(/^\d+$/);
    expect(missingIn(nobody)).toBe('eu:unavailable, us:unavailable, ap:unavailable');
    expect([answer.status, answer.headers['total-count']]).toEqual([200, '2']);
    expect(missingIn(answer)).toBe('us:unavailable, ap:unavailable');
  });
});

describe('a probe', () => {
  it('takes any HTTP answer for a sign of life, while data calls are judged by themselves', async () => {
    const { gateway, members } = await start(lively);
    members.us.faults.add({ kind: 'crash' });
    await nextProbe(members.us);
    // By the second one the first has been judged.
    await nextProbe(members.us);

    const answer = await gateway.get(list);

    expect(missingIn(answer)).toBe('us:error');
    expect(await stateOf(gateway, 'us')).toBe('up');
  });

  it('that times out marks the member down', async () => {
    const { gateway, members } = await start({ ...lively, memberTimeout: '150ms' });
    members.us.faults.add({ kind: 'never-answer' });

    await untilMemberIs(gateway, 'us', 'down');

    expect(missingIn(await gateway.get(list))).toBe('us:unavailable');
  });

  it('waits as long as the member asks for', async () => {
    const { members } = await start(lively);
    members.us.faults.add({ kind: 'status', status: 503, headers: { 'Retry-After': '60' } });
    await nextProbe(members.us);
    members.us.clearRequests();

    await nextProbe(members.eu);
    await nextProbe(members.eu);

    expect(members.us.requests).toEqual([]);
  });
});

describe('answers kept by a browser', () => {
  it('are not confirmed while a member is missing, and are again once it is back', async () => {
    const { gateway, members } = await start(lively);
    const { etag } = (await gateway.get(list)).headers;
    const ask = (): Promise<Response> => gateway.get(list, { headers: { 'If-None-Match': etag } });
    const confirmed = await ask();
    await members.us.stop();

    const partial = await ask();

    await members.us.start();
    await untilMemberIs(gateway, 'us', 'up');
    const again = await ask();
    expect(confirmed.status).toBe(304);
    expect([partial.status, partial.headers.etag, missingIn(partial)]).toEqual([200, undefined, 'us:unavailable']);
    expect([again.status, again.headers.etag]).toEqual([304, etag]);
  });
});

describe('a member that flaps', () => {
  it('never costs an answer, and its changes are told at most once a second', async () => {
    const log = new LogLines();
    const { gateway, members } = await start(lively, log);
    const statuses = new Set<number>();
    const began = performance.now();
    const over = new AbortController();
    const flapping = (async () => {
      for (let turn = 0; turn < 8; turn += 1) {
        await (members.us.isListening ? members.us.stop() : members.us.start());
        await setTimeout(230);
      }
      over.abort();
    })();

    while (!over.signal.aborted) statuses.add((await gateway.get(list)).status);
    await flapping;

    const seconds = Math.ceil((performance.now() - began) / 1000);
    const told = [...log.saying('member is down'), ...log.saying('member is up again')];
    expect([...statuses]).toEqual([200]);
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThanOrEqual(seconds + 1);
  });

  it('ends with a line that says how the member is', async () => {
    const log = new LogLines();
    const { gateway, members } = await start(lively, log);
    await members.us.stop();
    await gateway.get(list);
    await members.us.start();

    while (log.saying('member is up again').length === 0) await nextProbe(members.eu);

    expect(log.saying('member is down').map(({ fields }) => fields['member'])).toEqual(['us']);
    expect(log.saying('member is up again').map(({ fields }) => fields['member'])).toEqual(['us']);
  });
});
