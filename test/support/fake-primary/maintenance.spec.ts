import { afterEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import type { FakePrimaryOptions } from './options.js';

const purge = '/api/maintenance/retention/purge';
let fake: FakePrimary;
let ask: Requester;

afterEach(() => fake.stop());

async function starts(options: FakePrimaryOptions): Promise<void> {
  fake = await startFakePrimary(options);
  ask = requester(fake.url);
}

describe('the retention purge', () => {
  it('does not exist in base', async () => {
    await starts({ persister: 'postgresql' });

    expect((await ask.send('POST', purge, {})).status).toBe(404);
  });

  it('is not for RavenDB', async () => {
    await starts({ generation: 'next' });
    const [post, status] = [await ask.send('POST', purge, {}), await ask.get(`${purge}/status`)];

    expect([post.status, post.json, status.status]).toEqual([
      501,
      { status: 'notSupported', reason: expect.any(String) },
      501,
    ]);
  });

  it('runs once at a time and tells how it ended', async () => {
    await starts({ generation: 'next', persister: 'postgresql' });
    const never = await ask.get(`${purge}/status`);
    const first = await ask.send('POST', purge, { error_cutoff: '2024-04-01T00:00:00Z' });
    const second = await ask.send('POST', purge, {});
    const running = await ask.get(`${purge}/status`);
    fake.tick();
    const done = await ask.get(`${purge}/status`);

    expect(never.json).toEqual({ is_running: false });
    expect([first.status, first.json]).toMatchObject([
      202,
      { status: 'started', error_cutoff: '2024-04-01T00:00:00Z' },
    ]);
    expect([second.status, second.json]).toMatchObject([409, { status: 'alreadyRunning' }]);
    expect(running.json).toMatchObject({ is_running: true, last_error_cutoff: '2024-04-01T00:00:00Z' });
    expect(running.json).not.toHaveProperty('last_outcome');
    expect(done.json).toMatchObject({ is_running: false, last_outcome: 'succeeded' });
  });

  it.each(['2024-04-01T00:00:00', '2999-01-01T00:00:00Z', 7])('refuses the cutoff %p', async (cutoff) => {
    await starts({ generation: 'next', persister: 'sqlserver' });
    const response = await ask.send('POST', purge, { events_cutoff: cutoff });

    expect([response.status, response.json]).toMatchObject([400, { status: 'error' }]);
  });
});

it('knows in next about its own health, and advertises it', async () => {
  await starts({ generation: 'next' });
  fake.hasCustomChecks([{ customCheckId: 'disk', failureReason: 'full' }]);

  expect((await ask.get('/api')).json).toMatchObject({ platform_health: `${fake.url}platform-health` });
  expect((await ask.get('/api/platform-health')).json).toMatchObject({
    status: 'unhealthy',
    severity: 'error',
    instances: [{ id: fake.instanceId, health: 'degraded' }],
  });
});
