import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakePrimary, type FakePrimary } from '../support/fake-primary/fake-primary.js';
import { GatewayChild } from '../support/gateway-child.js';

const megabyte = 1_000_000;
const allowedGrowthMb = 48;

let us: FakePrimary;
let gateway: GatewayChild;

beforeAll(async () => {
  us = await startFakePrimary({ key: 'us' });
  gateway = await GatewayChild.start([{ api_uri: us.url, key: 'us' }]);
});

afterAll(async () => {
  await gateway.stop();
  await us.stop();
});

function open(id: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${gateway.url}/api/messages/${id}/body?instance_id=us~`, { agent: false }, resolve).once('error', reject);
  });
}

/** Reads to the end, looking at the gateway's memory at every megabyte. */
async function read(reply: IncomingMessage): Promise<{ readonly bytes: number; readonly peak: number }> {
  let [bytes, looked, peak] = [0, 0, 0];
  for await (const chunk of reply) {
    bytes += (chunk as Buffer).length;
    if (bytes - looked < megabyte) continue;
    looked = bytes;
    peak = Math.max(peak, gateway.memory());
  }
  return { bytes, peak };
}

describe('a message body', () => {
  it.each([100, 1000])('of %i MB passes through with little memory', async (size) => {
    const [id = ''] = us.hasFailedMessages([{ body: { size: size * megabyte } }]);
    // The first stream also pays for code that is compiled on the way.
    await read(await open(us.hasFailedMessages([{ body: { size: 50 * megabyte } }])[0] ?? ''));
    const before = gateway.memory();

    const { bytes, peak } = await read(await open(id));

    expect(bytes).toBe(size * megabyte);
    expect(peak - before).toBeLessThan(allowedGrowthMb);
  });

  it('waits for a reader who stops, and goes on when it reads again', async () => {
    const [id = ''] = us.hasFailedMessages([{ body: { size: 200 * megabyte } }]);
    const before = gateway.memory();
    us.clearRequests();
    const reply = await open(id);
    reply.pause();
    const [request] = us.requestsTo('GET', '/api/messages');

    await untilStill(() => request?.bytesSent ?? 0);

    expect(request?.bytesSent).toBeLessThan(100 * megabyte);
    expect(gateway.memory() - before).toBeLessThan(allowedGrowthMb);
    expect((await read(reply)).bytes).toBe(200 * megabyte);
  });
});

/** Settles when the number has not moved for half a second. */
async function untilStill(read: () => number): Promise<void> {
  let last = -1;
  while (last !== read()) {
    last = read();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
