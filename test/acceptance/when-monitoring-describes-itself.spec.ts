import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startInstalledFederation, type InstalledFederation } from '../support/start-installed-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

let federation: InstalledFederation<Key>;

async function start(settings: object = {}): Promise<void> {
  federation = await startInstalledFederation(keys, {
    members: { us: { monitoring: { version: '6.19.2' } }, ap: { monitoring: { version: '6.20.0-alpha.3+build' } } },
    settings: { federation: { nameMembersBy: 'key', microCache: '0s', ...settings } },
  });
}

beforeEach(() => start());
afterEach(() => federation.stop());

const get = (target: string) => federation.gateway.get(target);
const options = (headers: Readonly<Record<string, string>> = {}) =>
  federation.gateway.request('OPTIONS', '/monitoring/', { headers });
const allows = (key: Key, ...values: readonly string[]) => {
  federation.members[key].monitoring.faults.add({ kind: 'header', name: 'Allow', values }, { method: 'OPTIONS' });
};

describe('GET /monitoring', () => {
  it.each(['/monitoring', '/monitoring/'])(
    '%s tells the lowest version of all, in the body as in the header',
    async (target) => {
      const answer = await get(target);

      expect([answer.status, answer.json]).toEqual([200, { instanceType: 'monitoring', version: '6.19.2' }]);
      expect(answer.headers['x-particular-version']).toBe('6.19.2');
    },
  );

  it('remembers the version of a member that is away', async () => {
    await federation.members.us.monitoring.stop();

    expect((await get('/monitoring/')).headers['x-particular-version']).toBe('6.19.2');
  });

  it('is independent of the primaries', async () => {
    for (const { primary } of federation.all) await primary.stop();

    const answer = await get('/monitoring/monitored-endpoints');

    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([200, undefined]);
  });
});

describe('OPTIONS /monitoring', () => {
  it('allows what every member allows, read from three lines or from one', async () => {
    allows('us', 'GET, DELETE, PATCH');
    allows('ap', 'get,delete');

    const answer = await options({ origin: 'http://pulse' });

    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.allow).toBe('GET, DELETE');
    expect(answer.headers['access-control-expose-headers']).toContain('Allow');
  });

  it('does not offer removal when one member cannot remove', async () => {
    allows('ap', 'GET');

    expect((await options()).headers.allow).toBe('GET');
  });

  it('goes on without a member that is away', async () => {
    await federation.members.ap.monitoring.stop();

    expect((await options()).headers.allow).toContain('DELETE');
  });

  it('is a preflight with a requested method, and asks no member', async () => {
    const answer = await options({ origin: 'http://pulse', 'access-control-request-method': 'DELETE' });

    expect([answer.status, answer.headers['access-control-allow-methods']]).toEqual([
      204,
      expect.stringContaining('DELETE'),
    ]);
    expect(federation.all.map(({ monitoring }) => monitoring.requestsTo('OPTIONS', '/').length)).toEqual([0, 0, 0]);
  });
});

describe('GET /monitoring/connection', () => {
  it('is the lead’s, byte for byte', async () => {
    const { monitoring } = federation.members.eu;
    monitoring.metricsQueue = 'Überwachung@EU';

    const answer = await get('/monitoring/connection');

    expect(answer.text).toBe(
      '{"Metrics":{"Enabled":true,"MetricsQueue":"\\u00DCberwachung@EU","Interval":"00:00:01"}}',
    );
    expect(federation.members.us.monitoring.requestsTo('GET', '/connection')).toEqual([]);
  });
});

describe('GET /monitoring/license', () => {
  const invalid = (key: Key) => {
    const { monitoring } = federation.members[key];
    monitoring.license = { ...monitoring.license, status: 'invalid', registeredTo: key };
  };

  it('is the lead’s, invalid as soon as one is, and without fields that members never send', async () => {
    invalid('ap');

    const answer = await get('/monitoring/license');

    expect(answer.json).toEqual({ ...federation.members.eu.monitoring.license, status: 'invalid' });
  });

  it('is the lead’s own where settings say so', async () => {
    await federation.stop();
    await start({ licenseStatus: 'lead' });
    invalid('ap');

    expect((await get('/monitoring/license')).json).toEqual(federation.members.eu.monitoring.license);
  });

  it('asks each member with the caller’s query and nothing else: Monitoring knows no client name', async () => {
    await get('/monitoring/license?refresh=true');

    for (const { monitoring } of federation.all)
      expect(monitoring.requests.at(-1)?.target).toBe('/license?refresh=true');
  });
});

describe('a member whose address is wrong', () => {
  it('is named: Monitoring never answers 404 to its own routes', async () => {
    federation.members.us.monitoring.faults.add({ kind: 'status', status: 404 });

    const answer = await get('/monitoring/monitored-endpoints');

    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([200, 'us:error']);
  });
});

describe('methods and paths that Monitoring does not have', () => {
  it.each([
    ['HEAD', '/monitoring/monitored-endpoints', 405],
    ['POST', '/monitoring/license', 405],
    ['GET', '/monitoring/health', 404],
  ])('%s %s is %i', async (method, target, status) => {
    expect((await federation.gateway.request(method, target)).status).toBe(status);
  });
});
