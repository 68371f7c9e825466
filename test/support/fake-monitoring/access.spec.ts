import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Authentication } from '../fake-primary/access.js';
import { type FakeMonitoring, startFakeMonitoring } from './fake-monitoring.js';
import { requester, type Response } from '../requester.js';
import { type Claims, tokenWith } from '../http/token.js';

const now = Date.UTC(2024, 4, 1, 12);
const someone = { sub: '42', preferred_username: 'ada' };
let fake: FakeMonitoring;

beforeEach(async () => {
  fake = await startFakeMonitoring({ clock: () => now });
});

afterEach(() => fake.stop());

function ask(target: string, claims?: Claims, method = 'GET'): Promise<Response> {
  const headers: Record<string, string> = claims === undefined ? {} : { Authorization: `Bearer ${tokenWith(claims)}` };
  return requester(fake.url).request(method, target, { headers });
}

async function routesShownTo(claims: Claims): Promise<readonly string[]> {
  const { routes } = JSON.parse((await ask('/api/my/routes', claims)).text) as {
    routes: readonly { method: string; url_template: string }[];
  };
  return routes.map(({ method, url_template }) => `${method} ${url_template}`);
}

describe.each([
  { mode: 'off', version: '6.19.2', permission: 200, nothing: 404, wrong: 405, manifest: 500 },
  { mode: 'on', version: '6.19.2', permission: 200, nothing: 401, wrong: 401, manifest: 401 },
  { mode: 'roles', version: '6.19.2', permission: 401, nothing: 401, wrong: 401, manifest: 401 },
  { mode: 'on', version: '6.17.0', permission: 401, nothing: 401, wrong: 401, manifest: 401 },
  { mode: 'roles', version: '6.17.0', permission: 401, nothing: 401, wrong: 401, manifest: 401 },
  { mode: 'on', version: '6.10.0', permission: 200, nothing: 404, wrong: 405, manifest: 404 },
] as const)('without a token, $mode in version $version', ({ mode, version, ...statuses }) => {
  it.each([
    ['GET', '/', 200],
    ['OPTIONS', '/', 200],
    ['GET', '/monitored-endpoints', statuses.permission],
    ['DELETE', '/monitored-instance/Sales/a1', statuses.permission],
    ['GET', '/nothing', statuses.nothing],
    ['HEAD', '/monitored-endpoints', statuses.wrong],
    ['GET', '/api/my/routes', statuses.manifest],
  ] as const)('%s %s answers %p', async (method, target, status) => {
    fake.authentication = { mode };
    fake.version = version;

    expect((await ask(target, undefined, method)).status).toBe(status);
  });
});

describe('a refusal', () => {
  beforeEach(() => {
    fake.authentication = { mode: 'roles' };
  });

  it('without a token has the fixed body, no charset, no WWW-Authenticate and no header of a controller', async () => {
    const answer = await ask('/monitored-endpoints');

    expect([answer.status, answer.headers['content-type']]).toEqual([401, 'application/json']);
    expect(JSON.parse(answer.text)).toEqual({
      error: 'unauthorized',
      message: 'Authentication required. Please provide a valid Bearer token.',
    });
    expect(
      ['WWW-Authenticate', 'X-Particular-Version', 'Cache-Control', 'Vary'].map(
        (name) => answer.headers[name.toLowerCase()],
      ),
    ).toEqual([undefined, undefined, undefined, undefined]);
    expect(answer.headers['request-id']).toBeDefined();
  });

  it('of an expired token says so, after five minutes of grace', async () => {
    const expired = await ask('/license', { ...someone, roles: ['admin'], exp: now / 1000 - 301 });
    const justSo = await ask('/license', { ...someone, roles: ['admin'], exp: now / 1000 - 300 });

    expect([expired.status, expired.headers['x-token-expired']]).toEqual([401, 'true']);
    expect(expired.text).toContain('The token has expired. Please obtain a new token and retry.');
    expect([justSo.status, justSo.headers['x-token-expired']]).toEqual([200, undefined]);
  });

  it('of a malformed token calls it invalid', async () => {
    const answer = await requester(fake.url).get('/license', { headers: { Authorization: 'bearer a.b' } });

    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('The token is invalid.')]);
  });

  it('of a role without the permission is 403', async () => {
    const answer = await ask('/monitored-instance/Sales/a1', { ...someone, roles: ['Reader'] }, 'DELETE');

    expect([answer.status, answer.headers['content-type']]).toEqual([403, 'application/json']);
    expect(JSON.parse(answer.text)).toEqual({
      error: 'forbidden',
      message: 'You do not have permission to access this resource.',
    });
  });

  it.each([{ sub: '42' }, { preferred_username: 'ada' }, { sub: '', preferred_username: 'ada' }])(
    'of a token with the subject claims %p only is a bare 500',
    async (claims) => {
      const answer = await ask('/license', { ...claims, roles: ['admin'] });

      expect([answer.status, answer.text, answer.headers['request-id']]).toEqual([500, '', undefined]);
    },
  );
});

describe('an expired token on an open route', () => {
  it('is told in a header while the answer stays whole', async () => {
    fake.authentication = { mode: 'on' };

    const answer = await ask('/monitored-endpoints', { exp: 1 });

    expect([answer.status, answer.headers['x-token-expired']]).toEqual([200, 'true']);
  });
});

describe('roles', () => {
  const removal = '/monitored-instance/Sales/a1';

  beforeEach(() => {
    fake.authentication = { mode: 'roles' };
  });

  it.each([
    ['reader', 200, 403],
    ['WRITER', 200, 200],
    ['admin', 200, 200],
    ['unknown', 403, 403],
  ])('%s may read (%p) and remove (%p)', async (role, read, remove) => {
    const claims = { ...someone, roles: role };

    expect((await ask('/connection', claims)).status).toBe(read);
    expect((await ask(removal, claims, 'DELETE')).status).toBe(remove);
  });

  it('show each caller the routes it may use, without /api but for this one', async () => {
    expect(await routesShownTo({ ...someone, roles: [] })).toEqual(['GET /', 'OPTIONS /', 'GET /api/my/routes']);
    const all = await routesShownTo({ ...someone, roles: ['admin'] });
    expect(all).toHaveLength(9);
    expect(all).toContain('DELETE /monitored-instance/{endpointName}/{instanceId}');
    expect(await routesShownTo({ ...someone, roles: ['reader'] })).toEqual(
      all.filter((route) => !route.startsWith('DELETE')),
    );
  });

  it('are told as the token spells them, known or not', async () => {
    const answer = await ask('/api/my/routes', { roles: ['Reader', 'odd', 'Reader'] });

    expect(JSON.parse(answer.text)).toMatchObject({ roles: ['Reader', 'odd'] });
  });

  it('do not matter to the list of routes when they are off', async () => {
    fake.authentication = { mode: 'on' };

    expect(await routesShownTo({})).toHaveLength(9);
  });

  it('are read where the settings say, as are the subject claims', async () => {
    const settings: Authentication = {
      mode: 'roles',
      rolesClaim: 'realm.roles',
      subjectIdClaim: 'oid',
      subjectNameClaim: 'name',
    };
    fake.authentication = settings;

    expect((await ask('/license', { oid: '1', name: 'ada', realm: { roles: ['reader'] } })).status).toBe(200);
  });

  it('come from the given reader when there is one', async () => {
    fake.authentication = {
      mode: 'roles',
      readToken: (token) =>
        token === 'good' ? { kind: 'valid', claims: { ...someone, roles: 'reader' } } : { kind: 'invalid' },
    };

    const statuses = ['good', 'bad'].map(async (token) => {
      const answer = await requester(fake.url).get('/license', { headers: { Authorization: `Bearer ${token}` } });
      return answer.status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 401]);
  });
});
