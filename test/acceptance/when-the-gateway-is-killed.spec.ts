import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startFakePrimary, type FakePrimary } from '../support/fake-primary/fake-primary.js';
import { GatewayChild } from '../support/gateway-child.js';
import { requester } from '../support/requester.js';

const archive = '/api/errors/archive';

let fakes: readonly FakePrimary[];

beforeEach(async () => {
  fakes = await Promise.all(['eu', 'us', 'ap'].map((key) => startFakePrimary({ key })));
});

afterEach(() => Promise.all(fakes.map((fake) => fake.stop())));

async function readyGateway(): Promise<{ readonly child: GatewayChild } & ReturnType<typeof requester>> {
  const child = await GatewayChild.start(fakes.map(({ key, url }) => ({ key, api_uri: url })));
  const requests = requester(child.url);
  while ((await requests.get('/health/ready')).status !== 200);
  return { child, ...requests };
}

describe('a gateway killed while a list of ids is on its way to its owners', () => {
  it('sends nothing again when it is back: each owner got its part once', async () => {
    const ids = fakes.flatMap((fake) => fake.hasFailedMessages(2));
    const before = await readyGateway();
    await before.get('/api/errors');
    // One has answered, the others have it and are still working on it.
    for (const fake of fakes.slice(1)) fake.faults.add({ kind: 'hold' }, { method: 'PATCH' });
    const arrivals = Promise.all(fakes.map((fake) => fake.nextRequestTo('PATCH', archive)));
    const answer = before.send('PATCH', archive, ids).then(
      () => 'answered',
      () => 'cut',
    );
    await arrivals;

    await before.child.kill();

    expect(await answer).toBe('cut');
    for (const fake of fakes) fake.faults.clear();
    const after = await readyGateway();
    const list = await after.get('/api/errors');
    await after.child.stop();
    expect(list.status).toBe(200);
    for (const fake of fakes) {
      fake.settle();
      expect(fake.requestsTo('PATCH', archive)).toHaveLength(1);
      expect(fake.messages().map(({ status }) => status)).toEqual(['archived', 'archived']);
    }
  });
});
