import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startBlackHole, type BlackHole } from '../support/black-hole.js';
import { startFakePrimary, type FakePrimary } from '../support/fake-primary/fake-primary.js';
import { listedMembers, stateOf, untilIdle, untilMemberIs } from '../support/member-states.js';
import type { Response } from '../support/requester.js';
import { startGateway, type RunningGateway } from '../support/start-gateway.js';

const list = '/api/errors';
const connectLimitMs = 1000;
const slackMs = 600;

let eu: FakePrimary;
let us: BlackHole;
let gateway: RunningGateway;

beforeEach(async () => {
  [eu, us] = await Promise.all([startFakePrimary({ key: 'eu' }), startBlackHole()]);
  eu.hasFailedMessages(2);
});

/** `eu` is well; nothing answers where `us` should be, not even a refusal. */
async function start(...keys: readonly ('eu' | 'us')[]): Promise<RunningGateway> {
  const addresses = { eu: eu.url, us: `http://127.0.0.1:${String(us.port)}/api/` };
  gateway = await startGateway(
    keys.map((key) => ({ key, api_uri: addresses[key] })),
    { settings: { federation: { memberTimeout: '5s', probeInterval: '1h', nameMembersBy: 'key' } } },
  );
  return gateway;
}

afterEach(async () => {
  await gateway.stop();
  await Promise.all([eu.stop(), us.stop()]);
});

function outcomeOf(answer: Response): unknown {
  return [answer.status, answer.headers['x-particular-incomplete-results'], answer.headers['total-count']];
}

describe('a member behind an address that swallows connections', () => {
  it('costs a second, is named alike whoever finds out, and costs nothing from then on', async () => {
    await start('eu', 'us');
    const first = await gateway.get(list);
    const second = await gateway.get(list);

    expect([outcomeOf(first), outcomeOf(second)]).toEqual(Array(2).fill([200, 'us:unavailable', '2']));
    expect(first.ms).toBeLessThan(connectLimitMs + slackMs);
    expect(second.ms).toBeLessThan(slackMs);
    expect(await stateOf(gateway, 'us')).toBe('down');
  });

  it('may be told that nothing was sent to it, because nothing was', async () => {
    await start('eu', 'us');
    await untilMemberIs(gateway, 'us', 'down');

    const answer = await gateway.request('POST', '/api/errors/retry/all');

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=202, us=unavailable']);
  });

  it('keeps nothing of fifty callers who lose patience while it is being dialled', async () => {
    await start('us');
    await untilMemberIs(gateway, 'us', 'down');
    const patience = new AbortController();
    const callers = Array.from({ length: 50 }, (_, at) =>
      gateway
        .get(list, { headers: { Authorization: `Bearer ${String(at)}` }, signal: patience.signal })
        .catch(() => 'left'),
    );
    while ((await listedMembers(gateway))[0]?.in_flight !== 50);
    patience.abort();
    expect(await Promise.all(callers)).toEqual(Array(50).fill('left'));
    const since = performance.now();

    await untilIdle(gateway);

    expect(performance.now() - since).toBeLessThan(slackMs);
  });
});
