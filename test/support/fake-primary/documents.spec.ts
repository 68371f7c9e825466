import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';

type Json = Readonly<Record<string, unknown>>;

let fake: FakePrimary;
let ask: Requester;

beforeEach(async () => {
  fake = await startFakePrimary({ name: 'EU' });
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

describe('the root document', () => {
  it('has absolute URLs made from the request, but for one', async () => {
    const root = (await ask.get('/api')).json as Json;

    expect(root).toMatchObject({
      name: 'EU',
      errors_url: `${fake.url}errors/{?page,per_page,direction,sort}`,
      known_endpoints_url: '/endpoints/known',
      archived_groups_url: `${fake.url}errors/groups/{classifier?}`,
      my_routes_url: `${fake.url}my/routes`,
      license_status: 'valid',
    });
    expect(Object.keys(root)).toHaveLength(19);
  });

  it('leaks a query string into them', async () => {
    expect((await ask.get('/api?x=1')).json).toMatchObject({ endpoints_url: `${fake.origin}/api?x=1/endpoints` });
  });

  it('believes anybody about host, scheme and prefix', async () => {
    const headers = { 'X-Forwarded-Host': 'evil, b', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Prefix': '/p' };

    expect((await ask.get('/api/', { headers })).json).toMatchObject({ endpoints_url: 'https://evil/p/api/endpoints' });
  });
});

it.each(['/api/configuration', '/api/instance-info'])('%s shows the same document', async (target) => {
  expect((await ask.get(target)).json).toMatchObject({
    host: { instance_name: 'Particular.ServiceControl' },
    data_retention: { error_retention_period: '10.00:00:00' },
    performance_tunning: { external_integrations_dispatching_batch_size: 100 },
  });
});

it('leaves out what was never set', async () => {
  const document = (await ask.get('/api/configuration')).json as Json;

  expect(document).not.toHaveProperty('mass_transit_connector');
  expect(document.data_retention).not.toHaveProperty('audit_retention_period');
});

it('lists audits as configured, without /api, each with its outcome', async () => {
  const member = await startFakePrimary({
    audits: [
      { apiUri: 'http://audit-1:44444/api/', version: '6.19.0' },
      { apiUri: 'http://host/apigateway/api', outcome: 'refuses' },
      { apiUri: 'http://audit-3/api', outcome: 'times-out' },
    ],
  });
  const remotes = (await requester(member.url).get('/api/configuration/remotes')).json;
  await member.stop();

  expect(remotes).toMatchObject([
    { api_uri: 'http://audit-1:44444/', version: '6.19.0', status: 'online', configuration: expect.any(Object) },
    { api_uri: 'http://hostgateway', version: 'Unknown', status: 'unavailable' },
    { api_uri: 'http://audit-3', version: 'Unknown', status: 'error' },
  ]);
});
