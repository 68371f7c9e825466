import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deterministicGuid } from '../support/fake-primary/deterministic-guid.js';
import { fieldOfRows, idsOf } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

let federation: Federation<Key>;
let billing: string;
let shared: string;

beforeAll(async () => {
  const audited = [{ name: 'Audited', host: 'SRV9', hostId: deterministicGuid('SRV9') }];
  federation = await startFederation(keys, {
    members: {
      us: { audits: [{ apiUri: 'http://audit-us:44444/api/', knownEndpoints: audited }] },
      ap: { audits: [{ apiUri: 'http://audit-ap:44444/api/', knownEndpoints: audited }] },
    },
    settings: { federation: { nameMembersBy: 'key', microCache: '0s' } },
  });
  const { eu, us, ap } = federation.members;
  [shared = ''] = eu.hasEndpoints([{ name: 'Sales', heartbeat: 'beating' }]);
  us.hasEndpoints([{ name: 'Sales', heartbeat: 'dead' }]);
  [billing = ''] = ap.hasEndpoints([{ name: 'Billing', heartbeat: 'beating' }]);
});

beforeEach(() => {
  for (const fake of federation.all) fake.clearRequests();
});

afterAll(() => federation.stop());

const get = (target: string) => federation.gateway.get(target);
const patch = (target: string, body: object) => federation.gateway.send('PATCH', target, body);
const received = (method: string) => federation.all.map((fake) => fake.requestsTo(method, '/').length);

describe('GET /api/endpoints', () => {
  it('is every member’s list, one after the other, byte for byte', async () => {
    const own = await Promise.all(
      keys.map(async (key) => (await get(`/members/${key}/api/endpoints`)).text.slice(1, -1)),
    );

    const answer = await get('/api/endpoints');

    expect(answer.text).toBe(`[${own.join(',')}]`);
    expect([answer.headers['total-count'], answer.headers.etag, answer.headers.link]).toEqual(Array(3).fill(undefined));
  });
});

describe('GET /api/endpoints/known', () => {
  it('shows an instance once that several members or audits know, and counts the rows', async () => {
    const answer = await get('/api/endpoints/known?page=2&per_page=1');

    expect([...idsOf(answer)].sort()).toEqual(
      [shared, billing, deterministicGuid('Audited', deterministicGuid('SRV9'))].sort(),
    );
    expect(answer.headers['total-count']).toBe('3');
  });
});

describe('OPTIONS /api/endpoints', () => {
  it('allows what every member allows, each method read from one line or several', async () => {
    const { us, ap } = federation.members;
    us.faults.add({ kind: 'header', name: 'Allow', values: ['GET, DELETE, PATCH'] }, { method: 'OPTIONS' });
    ap.faults.add({ kind: 'header', name: 'Allow', values: ['DELETE', 'GET'] }, { method: 'OPTIONS' });

    const answer = await federation.gateway.request('OPTIONS', '/api/endpoints', {
      headers: { origin: 'http://pulse' },
    });

    for (const fake of [us, ap]) fake.faults.clear();
    expect([answer.status, answer.headers.allow, answer.text]).toEqual([200, 'GET, DELETE', '']);
    expect(answer.headers['access-control-expose-headers']).toContain('Allow');
  });

  it('is a preflight with a requested method, and asks no member', async () => {
    const answer = await federation.gateway.request('OPTIONS', '/api/endpoints', {
      headers: { origin: 'http://pulse', 'access-control-request-method': 'PATCH' },
    });

    expect(answer.status).toBe(204);
    expect(received('OPTIONS')).toEqual([0, 0, 0]);
  });
});

describe('PATCH /api/endpoints/{endpointId}', () => {
  it('reaches the member that has the instance, whether it was listed or not', async () => {
    const answer = await patch(`/api/endpoints/${billing}`, { monitor_heartbeat: false });

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([
      202,
      'eu=not-asked, us=not-asked, ap=202',
    ]);
    expect(received('PATCH')).toEqual([0, 0, 1]);
    const rows = (await get('/api/endpoints')).json as readonly { id: string; monitor_heartbeat: boolean }[];
    expect(rows.find(({ id }) => id === billing)?.monitor_heartbeat).toBe(false);
  });

  it('reaches every member that has it', async () => {
    await patch(`/api/endpoints/${shared}`, { monitor_heartbeat: false });

    expect(received('PATCH')).toEqual([1, 1, 0]);
  });

  it('reaches nobody when no member has it: older members answer 500 to unknown ids', async () => {
    for (const fake of federation.all) fake.faults.add({ kind: 'crash' }, { method: 'PATCH' });

    const answer = await patch(`/api/endpoints/${deterministicGuid('nobody')}`, { monitor_heartbeat: false });

    for (const fake of federation.all) fake.faults.clear();
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
    expect(received('PATCH')).toEqual([0, 0, 0]);
  });

  it('relays why the member refuses', async () => {
    const answer = await patch(`/api/endpoints/${billing}`, { monitor_heartbeat: 'no' });

    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('monitor_heartbeat')]);
  });
});

describe('DELETE /api/endpoints/{endpointId}', () => {
  it('removes the instance at its member', async () => {
    const [id = ''] = federation.members.us.hasEndpoints([{ name: 'Old', heartbeat: 'dead' }]);

    const answer = await federation.gateway.request('DELETE', `/api/endpoints/${id}`);

    expect([answer.status, received('DELETE')]).toEqual([204, [0, 1, 0]]);
    expect(idsOf(await get('/api/endpoints'))).not.toContain(id);
  });
});

describe('GET /api/endpointssettings', () => {
  const settings = async () => (await get('/api/endpointssettings')).json;

  it('has exactly one row without a name, whatever members store', async () => {
    expect(await settings()).toEqual([{ name: '', track_instances: true }]);
  });

  it('has the lead’s value where members differ, and every name once', async () => {
    const { eu, us, ap } = federation.members;
    eu.state.endpointSettings.set('Sales', false).set('', false);
    us.state.endpointSettings.set('Sales', true).set('Billing', true).set('', true);
    ap.state.endpointSettings.set('Shipping', true);

    expect(await settings()).toHaveLength(4);
    expect(await settings()).toEqual(
      expect.arrayContaining([
        { name: 'Sales', track_instances: false },
        { name: '', track_instances: false },
        { name: 'Billing', track_instances: true },
        { name: 'Shipping', track_instances: true },
      ]),
    );
  });

  it('has a row without a name even when no member sends one: ServicePulse stops polling without', async () => {
    for (const fake of federation.all) fake.state.endpointSettings.delete('');
    federation.members.us.state.endpointSettings.clear();
    federation.members.us.faults.add({ kind: 'status', status: 500 }, { path: '/api/endpointssettings' });

    const answer = await get('/api/endpointssettings');

    federation.members.us.faults.clear();
    expect(fieldOfRows(answer, 'name').filter((name) => name === '')).toHaveLength(1);
    expect(answer.status).toBe(200);
  });
});

describe('PATCH /api/endpointssettings/{endpointName}', () => {
  it.each([
    ['one endpoint', '/api/endpointssettings/My%20Endpoint', 'My Endpoint'],
    ['the default', '/api/endpointssettings', ''],
    ['the default with a slash', '/api/endpointssettings/', ''],
  ])('sets %s in every member, so that all agree', async (_, target, name) => {
    const answer = await patch(target, { track_instances: false });

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=202, us=202, ap=202']);
    for (const fake of federation.all) {
      expect(fake.requestsTo('PATCH', '/').map((request) => request.target)).toEqual([target]);
      expect(fake.state.endpointSettings.get(name)).toBe(false);
    }
  });
});
