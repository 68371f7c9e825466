import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Claims, tokenWith } from '../http/token.js';
import { type Requester, requester, type Response } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import { unixMs } from './instant.js';

const someone = { sub: '42', preferred_username: 'ada' };
let fake: FakePrimary;
let ask: Requester;

beforeEach(async () => {
  fake = await startFakePrimary();
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

function as(claims: Claims, target: string, method = 'GET'): Promise<Response> {
  return ask.request(method, target, { headers: { Authorization: `Bearer ${tokenWith(claims)}` } });
}

describe.each([
  { mode: 'off', version: '6.20.0', permission: 200, nothing: 404, wrong: 405, manifest: 500 },
  { mode: 'on', version: '6.20.0', permission: 200, nothing: 401, wrong: 401, manifest: 401 },
  { mode: 'roles', version: '6.20.0', permission: 401, nothing: 401, wrong: 401, manifest: 401 },
  { mode: 'on', version: '6.17.0', permission: 401, nothing: 401, wrong: 401, manifest: 401 },
  { mode: 'on', version: '6.10.0', permission: 200, nothing: 404, wrong: 405, manifest: 404 },
] as const)('without a token, $mode in version $version', ({ mode, version, ...statuses }) => {
  it.each([
    ['GET', '/api', 200],
    ['GET', '/api/configuration', 200],
    ['GET', '/api/configuration/remotes', 200],
    ['GET', '/api/errors', statuses.permission],
    ['GET', '/api/nothing', statuses.nothing],
    ['HEAD', '/api/errors/summary', statuses.wrong],
    ['GET', '/api/my/routes', statuses.manifest],
  ] as const)('%s %s answers %i', async (method, target, status) => {
    fake.authentication = { mode };
    fake.version = version;

    expect((await ask.request(method, target)).status).toBe(status);
  });
});

describe('roles', () => {
  beforeEach(() => {
    fake.authentication = { mode: 'roles' };
  });

  it.each([
    ['reader', 200, 403, 403],
    ['WRITER', 200, 202, 403],
    ['admin', 200, 202, 200],
    ['stranger', 403, 403, 403],
  ])('%s may read %i, retry %i and see usage %i', async (role, read, retry, usage) => {
    const claims = { ...someone, roles: [role] };
    const answers = [
      await as(claims, '/api/errors'),
      await as(claims, '/api/errors/retry/all', 'POST'),
      await as(claims, '/api/licensing/settings/masks'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([read, retry, usage]);
  });

  it('without a subject id or name are a bare 500', async () => {
    const answer = await as({ sub: '42', roles: ['admin'] }, '/api/errors');

    expect([answer.status, answer.text, answer.headers['request-id']]).toEqual([500, '', undefined]);
  });

  it('decide what my/routes shows', async () => {
    const templates = async (role: string): Promise<readonly string[]> => {
      const { routes } = (await as({ ...someone, roles: [role] }, '/api/my/routes')).json as {
        readonly routes: readonly { readonly method: string; readonly url_template: string }[];
      };
      return routes.map(({ method, url_template }) => `${method} ${url_template}`);
    };
    const [admin, reader] = [await templates('admin'), await templates('reader')];

    expect(admin).toEqual(
      expect.arrayContaining([
        'GET /api',
        'GET /api/errors',
        'POST /api/errors/{failedMessageId}/retry',
        'GET /api/recoverability/groups/{classifier}',
        'PATCH /api/errors/{from}...{to}/unarchive',
        'PUT /api/redirects/{messageRedirectId}',
      ]),
    );
    expect(reader).not.toContain('POST /api/errors/retry');
    expect(reader).toContain('GET /api/my/routes');
  });

  it('refuse with fixed bodies, without version and without WWW-Authenticate', async () => {
    const [none, forbidden] = [await ask.get('/api/errors'), await as({ ...someone, roles: [] }, '/api/errors')];

    expect([none.status, forbidden.status]).toEqual([401, 403]);
    expect(none.json).toEqual({
      error: 'unauthorized',
      message: 'Authentication required. Please provide a valid Bearer token.',
    });
    expect(forbidden.json).toEqual({
      error: 'forbidden',
      message: 'You do not have permission to access this resource.',
    });
    for (const { headers } of [none, forbidden]) {
      expect(headers['content-type']).toBe('application/json');
      expect([headers['x-particular-version'], headers['www-authenticate'], headers['cache-control']]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });
});

it('says in a header that a token has expired, also where none is needed', async () => {
  fake.authentication = { mode: 'on' };
  const exp = unixMs(fake.manualClock.now()) / 1000 - 301;
  const [open, closed] = [
    await as({ ...someone, exp }, '/api/errors'),
    await as({ ...someone, exp }, '/api/my/routes'),
  ];

  expect([open.status, open.headers['x-token-expired']]).toEqual([200, 'true']);
  expect([closed.status, closed.headers['x-token-expired']]).toEqual([401, 'true']);
});

it('shows browsers what they need to sign in', async () => {
  expect((await ask.get('/api/authentication/configuration')).json).toEqual({
    enabled: false,
    role_based_authorization_enabled: false,
  });
  fake.authentication = { mode: 'roles', shown: { clientId: 'pulse', apiScopes: '["api"]', audience: 'api' } };

  expect((await ask.get('/api/authentication/configuration')).json).toEqual({
    enabled: true,
    role_based_authorization_enabled: true,
    client_id: 'pulse',
    audience: 'api',
    api_scopes: '["api"]',
  });
});
