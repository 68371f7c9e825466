import { Agent, get } from 'node:http';
import { expect, it } from '@jest/globals';
import { startFakePrimary } from '../support/fake-primary/fake-primary.js';
import { GatewayChild } from '../support/gateway-child.js';

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
}

it('ends what is in flight, tells pollers to close their connections, and exits with 0', async () => {
  const eu = await startFakePrimary({ key: 'eu' });
  const gateway = await GatewayChild.start([{ api_uri: eu.url, key: 'eu' }]);
  const keptAlive = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (): Promise<Answer> =>
    new Promise((resolve, reject) => {
      get(`${gateway.url}/api/errors`, { agent: keptAlive }, (reply) => {
        reply.resume();
        reply.once('end', () => {
          resolve({ status: reply.statusCode, connection: reply.headers.connection });
        });
      }).once('error', reject);
    });
  try {
    expect(await ask()).toEqual({ status: 200, connection: 'keep-alive' });
    eu.faults.add({ kind: 'hold' }, { path: '/api/errors' });
    eu.clearRequests();
    const slow = ask();
    await eu.nextRequestTo('GET', '/api/errors');

    const stopped = gateway.stop();
    setTimeout(() => {
      eu.faults.clear();
    }, 300);

    expect((await slow).status).toBe(200);
    expect(await stopped).toBe(0);
  } finally {
    keptAlive.destroy();
    await eu.stop();
  }
});
