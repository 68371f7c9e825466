import { describe, expect, it } from '@jest/globals';
import { GatewayChild } from '../support/gateway-child.js';
import { requester } from '../support/requester.js';

/** Nothing listens at the first, nothing resolves at the second, and the third swallows connections. */
const unreachable = [
  { api_uri: 'http://127.0.0.1:9/api/', monitoring_uri: 'http://127.0.0.1:9/', key: 'eu' },
  { api_uri: 'http://no-such-host.invalid:33333/api/', key: 'us' },
  { api_uri: 'http://127.255.255.254:33333/api/', key: 'ap' },
];

const listeningWithinMs = 2000;
const readyWithinMs = 2500;
const idleMegabytes = 120;

describe('a gateway whose members and names are all unreachable', () => {
  it('listens and gets ready in time, says who its members are, and says who is missing', async () => {
    const gateway = await GatewayChild.start(unreachable);
    try {
      const listened = performance.now();
      const { get } = requester(gateway.url);
      let ready = await get('/health/ready');
      while (ready.status !== 200 && performance.now() - listened < 20_000) ready = await get('/health/ready');
      const isReady = gateway.start.ms + performance.now() - listened;

      expect(gateway.start.line).toContain('Federation: 3 members: eu, us, ap');
      expect(gateway.start.ms).toBeLessThan(listeningWithinMs);
      expect(isReady).toBeLessThan(readyWithinMs);
      expect(ready.json).toMatchObject({ status: 'ready', missing: ['eu', 'us', 'ap'] });
      expect((await get('/health/live')).status).toBe(200);
      expect((await get('/api/errors')).status).toBe(503);
    } finally {
      expect(await gateway.stop()).toBe(0);
    }
  });

  it('needs little memory of its own while nobody asks', async () => {
    const gateway = await GatewayChild.start(unreachable.slice(0, 1));
    try {
      expect(gateway.memory('RssAnon')).toBeLessThan(idleMegabytes);
    } finally {
      await gateway.stop();
    }
  });
});
