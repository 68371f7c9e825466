import { afterEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import { deterministicGuid } from './deterministic-guid.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import type { FakePrimaryOptions } from './options.js';

type Row = Readonly<Record<string, unknown>>;

let fake: FakePrimary;
let ask: Requester;

afterEach(() => fake.stop());

async function starts(options: FakePrimaryOptions = {}): Promise<void> {
  fake = await startFakePrimary(options);
  ask = requester(fake.url);
}

async function rows(target: string): Promise<readonly Row[]> {
  return (await ask.get(target)).json as readonly Row[];
}

describe('endpoints', () => {
  it('are shown with heartbeat, change and go', async () => {
    await starts();
    const [id = '', silent = ''] = fake.hasEndpoints([
      { name: 'Sales', heartbeat: 'beating' },
      { name: 'Billing', isMonitored: false },
    ]);
    const before = await rows('/api/endpoints');
    const stats = (await ask.get('/api/heartbeats/stats')).json;
    const patch = await ask.send('PATCH', `/api/endpoints/${silent}`, { monitor_heartbeat: true });
    const gone = await ask.request('DELETE', `/api/endpoints/${id}`);

    expect(before.find((row) => row.id === id)).toMatchObject({
      monitored: true,
      monitor_heartbeat: true,
      is_sending_heartbeats: true,
      heartbeat_information: { reported_status: 'beating' },
    });
    expect(stats).toEqual({ active: 1, failing: 0 });
    expect([patch.status, gone.status]).toEqual([202, 204]);
    expect((await ask.get('/api/heartbeats/stats')).json).toEqual({ active: 0, failing: 1 });
  });

  it.each([
    ['PATCH', deterministicGuid('x'), 404],
    ['PATCH', 'nobody', 400],
    ['DELETE', deterministicGuid('x'), 404],
    ['DELETE', 'nobody', 400],
  ])('%s of %s answers %i', async (method, id, status) => {
    await starts();

    const body = method === 'DELETE' ? {} : { body: '{}', headers: { 'Content-Type': 'application/json' } };

    expect((await ask.request(method, `/api/endpoints/${id}`, body)).status).toBe(status);
  });

  it('answer a plain OPTIONS with three Allow lines, to anybody', async () => {
    await starts({ authentication: { mode: 'roles' } });
    const response = await ask.request('OPTIONS', '/api/endpoints');
    const { rawHeaders } = response;

    expect(response.status).toBe(200);
    expect(rawHeaders.filter((_, k) => k % 2 === 1 && rawHeaders[k - 1] === 'Allow')).toEqual([
      'GET',
      'DELETE',
      'PATCH',
    ]);
    expect(response.headers['access-control-expose-headers']).toBe('Allow');
  });

  it('that are known ignore the page but not in the links', async () => {
    await starts({
      audits: [{ apiUri: 'http://a/api', knownEndpoints: [{ name: 'Audited', host: 'h', hostId: 'i' }] }],
    });
    fake.hasEndpoints(Array.from({ length: 60 }, (_, k) => ({ name: `E${String(k)}` })));
    const response = await ask.get('/api/endpoints/known?page=2&per_page=50');

    expect((response.json as Row[]).length).toBe(61);
    expect([response.headers['total-count'], response.headers.etag]).toEqual(['61', undefined]);
    expect(response.headers.link).toContain('page=1');
  });

  it('settings have one made-up entry until something is stored', async () => {
    await starts();
    const before = await rows('/api/endpointssettings');
    const statuses = [
      await ask.send('PATCH', '/api/endpointssettings/Sales', { track_instances: false }),
      await ask.send('PATCH', '/api/endpointssettings', { track_instances: true }),
    ].map(({ status }) => status);

    expect([before, statuses]).toEqual([[{ name: '', track_instances: true }], [202, 202]]);
    expect(await rows('/api/endpointssettings')).toEqual(
      expect.arrayContaining([
        { name: 'Sales', track_instances: false },
        { name: '', track_instances: true },
      ]),
    );
  });
});
