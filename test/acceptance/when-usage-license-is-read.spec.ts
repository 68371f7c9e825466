import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { brotliCompressSync } from 'node:zlib';
import type { License } from '../support/fake-primary/license.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

let federation: Federation<Key>;

async function start(settings: object = {}): Promise<void> {
  federation = await startFederation(keys, {
    settings: { federation: { nameMembersBy: 'key', microCache: '0s', ...settings } },
  });
}

afterEach(() => federation.stop());

const license = async (query = '?refresh=true&clientName=servicepulse') =>
  (await federation.gateway.get(`/api/license${query}`)).json;

function has(key: Key, changes: Partial<License>): void {
  const { state } = federation.members[key];
  state.license = { ...state.license, ...changes };
}

describe('GET /api/license', () => {
  beforeEach(() => start());

  it('is the lead’s with the worst status of all, and the worse of the other status on its own', async () => {
    has('eu', { registeredTo: 'Lead' });
    has('us', { licenseStatus: 'InvalidDueToExpiredSubscription', registeredTo: 'Other' });
    has('ap', { status: 'invalid', licenseStatus: 'ValidWithExpiringTrial' });

    expect(await license()).toMatchObject({
      registered_to: 'Lead',
      license_status: 'InvalidDueToExpiredSubscription',
      status: 'invalid',
    });
  });

  it.each([
    ['Valid', 'ValidWithExpiredUpgradeProtection', 'ValidWithExpiredUpgradeProtection'],
    ['ValidWithExpiringSubscription', 'Valid', 'ValidWithExpiringSubscription'],
    ['Valid', 'Valid', 'Valid'],
  ])('of %s and %s is %s', async (ofEu, ofAp, expected) => {
    has('eu', { licenseStatus: ofEu });
    has('ap', { licenseStatus: ofAp });

    expect(await license()).toMatchObject({ license_status: expected });
  });

  it.each([
    ['', '/api/license?clientName=servicepulse'],
    ['?refresh=true', '/api/license?refresh=true&clientName=servicepulse'],
    ['?clientName=', '/api/license?clientName=servicepulse'],
    ['?clientName=other&refresh=false', '/api/license?clientName=other&refresh=false'],
  ])('with the query %j names a client, without which members of 6.19 refuse', async (query, target) => {
    const answer = await federation.gateway.get(`/api/license${query}`);

    expect(answer.status).toBe(200);
    for (const fake of federation.all) expect(fake.requestsTo('GET', '/api/license').at(-1)?.target).toBe(target);
  });

  it('is that of the others while the lead is away', async () => {
    has('us', { registeredTo: 'Second' });
    await federation.members.eu.stop();

    const answer = await federation.gateway.get('/api/license?clientName=servicepulse');

    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([200, 'eu:unavailable']);
    expect(answer.json).toMatchObject({ registered_to: 'Second' });
  });
});

describe('GET /api/license where one expired installation must not block the window on all', () => {
  beforeEach(() => start({ licenseStatus: 'lead' }));

  it('is the lead’s own, byte for byte', async () => {
    has('us', { status: 'invalid', licenseStatus: 'InvalidDueToExpiredTrial' });

    const own = await federation.gateway.get('/members/eu/api/license?clientName=servicepulse');
    const answer = await federation.gateway.get('/api/license?clientName=servicepulse');

    expect(answer.text).toBe(own.text);
    expect(answer.json).toMatchObject({ license_status: 'Valid' });
  });
});

describe('license details', () => {
  const boundary = 'b0undary';
  const document = brotliCompressSync(JSON.stringify({ LicenseId: 'x', Endpoints: [{ Name: 'Sales' }] }));
  const form = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="l"\r\n\r\n`),
    document,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const upload = (route: string, body: Buffer | string = form) =>
    federation.gateway.request('POST', route, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    });
  const received = () => federation.all.map((fake) => fake.requestsTo('POST', '/').map(({ body }) => body));

  it('are 204 as long as the lead has none', async () => {
    await start();

    const answer = await federation.gateway.get('/api/license/details');

    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(federation.members.us.requestsTo('GET', '/api/license')).toEqual([]);
  });

  it('go to the lead, byte for byte, and are read from there', async () => {
    await start();
    has('eu', { edition: 'Endpoint Size', hasEndpointMetadata: true });

    const answer = await upload('/api/license/detailsUpload');

    expect([answer.status, received()]).toEqual([200, [[form], [], []]]);
    expect((await federation.gateway.get('/api/license/details')).json).toMatchObject({
      license_id: 'x',
      endpoints: [{ name: 'Sales' }],
      valid_id: false,
    });
  });

  it('go to every member where the setting says so', async () => {
    await start({ licenseUploadRouting: 'broadcast' });

    const answer = await upload('/api/license/detailsUpload');

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([200, 'eu=200, us=200, ap=200']);
    expect(received()).toEqual([[form], [form], [form]]);
  });

  it('are refused as the lead refuses a form without a file', async () => {
    await start();

    const answer = await upload('/api/license/detailsUpload', `--${boundary}--\r\n`);

    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('The file field is required.')]);
  });

  it('to be amended are forwarded untouched: only later versions have that route', async () => {
    await start();

    const answer = await federation.gateway.request('POST', '/api/license/amendDetails?by=me', { body: 'anything' });

    expect(answer.status).toBe(404);
    expect(received()).toEqual([[Buffer.from('anything')], [], []]);
    expect(federation.members.eu.requestsTo('POST', '/')[0]?.target).toBe('/api/license/amendDetails?by=me');
  });
});
