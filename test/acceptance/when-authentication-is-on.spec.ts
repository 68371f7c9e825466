import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuthorityKeys } from '../../src/auth/authority-keys.js';
import { RouteTable } from '../../src/federation/route-table.js';
import { FakeAuthority } from '../support/fake-authority.js';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

let authority: FakeAuthority;
let federation: Federation<'eu' | 'us'>;

beforeAll(async () => {
  authority = await FakeAuthority.start();
  federation = await startFederation(['eu', 'us'], { settings: { authentication: authority.settings } });
  federation.members.eu.hasFailedMessages(2);
});

afterAll(async () => {
  await federation.stop();
  await authority.stop();
});

beforeEach(() => {
  for (const fake of federation.all) fake.clearRequests();
});

const ask = (token: string | undefined, target = '/api/errors', method = 'GET'): Promise<Response> =>
  federation.gateway.request(
    method,
    target,
    token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
  );
const asked = (): number =>
  federation.all.flatMap((fake) => fake.requests).filter(({ target }) => target !== '/api/').length;

describe('a caller with a valid token', () => {
  it.each([
    ['an audience', {}],
    ['several audiences', { aud: ['other', 'api://servicecontrol'] }],
    ['an expiry of four minutes ago', { exp: Math.floor(Date.now() / 1000) - 240 }],
    ['a start in four minutes', { nbf: Math.floor(Date.now() / 1000) + 240 }],
  ])('with %s is served, and members get the header as it came', async (_name, claims) => {
    const token = authority.token({ claims });
    const answer = await federation.gateway.get('/api/errors', { headers: { authorization: `bEaReR  ${token}` } });

    expect(answer.status).toBe(200);
    const sent = federation.members.us.requestsTo('GET', '/api/errors')[0]?.headers;
    expect(sent?.find(([name]) => name.toLowerCase() === 'authorization')?.[1]).toBe(`bEaReR  ${token}`);
  });

  it('may sign with an elliptic key', async () => {
    const pair = authority.addKey('ES256');
    await federation.gateway.app.get(AuthorityKeys, { strict: false }).refresh();
    expect((await ask(authority.token({ by: pair }))).status).toBe(200);
  });
});

const bad: readonly (readonly [string, () => string | undefined, string])[] = [
  ['no token', () => undefined, 'Authentication required. Please provide a valid Bearer token.'],
  [
    'an expired token',
    () => authority.token({ expiresIn: -301 }),
    'The token has expired. Please obtain a new token and retry.',
  ],
  ['another audience', () => authority.token({ claims: { aud: 'other' } }), 'The token is invalid.'],
  ['another audience in a list', () => authority.token({ claims: { aud: ['other'] } }), 'The token is invalid.'],
  ['no audience', () => authority.token({ claims: { aud: undefined } }), 'The token is invalid.'],
  ['another issuer', () => authority.token({ claims: { iss: 'https://else.example/' } }), 'The token is invalid.'],
  [
    'an issuer without its final slash',
    () => authority.token({ claims: { iss: authority.url } }),
    'The token is invalid.',
  ],
  ['a bad signature', () => `${authority.token().slice(0, -8)}AAAAAAAA`, 'The token is invalid.'],
  ['algorithm none', () => authority.unsignedToken('none'), 'The token is invalid.'],
  ['algorithm NONE', () => authority.unsignedToken('NONE'), 'The token is invalid.'],
  ['HS256 signed with the public key', () => authority.confusedToken(), 'The token is invalid.'],
  ['an unknown key id', () => authority.token({ header: { kid: 'nobody' } }), 'The token is invalid.'],
  [
    'a start in six minutes',
    () => authority.token({ claims: { nbf: Math.floor(Date.now() / 1000) + 360 } }),
    'The token is invalid.',
  ],
  ['no expiry', () => authority.token({ claims: { exp: undefined } }), 'The token is invalid.'],
  ['an expiry that is no date', () => authority.token({ claims: { exp: 1e20 } }), 'The token is invalid.'],
  ['a critical header', () => authority.token({ header: { crit: ['b64'], b64: false } }), 'The token is invalid.'],
  ['text', () => 'not.a.token', 'The token is invalid.'],
];

describe.each(bad)('a caller with %s', (_name, token, message) => {
  it('is refused with ServiceControl’s body and reaches no member, on any route of any surface', async () => {
    const routes = federation.gateway.app
      .get(RouteTable, { strict: false })
      .all()
      .filter(({ row }) => !row.anonymous)
      .map(
        ({ surface, row }) => [row.method, `/${surface.mountPath}/${row.template.replace(/\{[^}]*\}/g, 'x')}`] as const,
      );
    for (const [method, target] of [...routes, ['GET', '/api/later'], ['GET', '/gateway/members']] as const) {
      const answer = await ask(token(), target, method);
      expect([target, answer.status]).toEqual([target, 401]);
      if (method !== 'HEAD') expect(answer.json).toEqual({ error: 'unauthorized', message });
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.headers['x-token-expired']).toBe(message.includes('expired') ? 'true' : undefined);
    }
    expect(asked()).toBe(0);
  });
});

describe('without a token', () => {
  it.each([
    '/api',
    '/api/configuration',
    '/api/configuration/remotes',
    '/api/authentication/configuration',
    '/health/live',
  ])('GET %s is answered', async (target) => {
    expect((await ask(undefined, target)).status).toBe(200);
  });

  it('a preflight is answered and reaches no member', async () => {
    const answer = await federation.gateway.request('OPTIONS', '/api/errors', {
      headers: { Origin: 'http://pulse.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect(answer.status).toBe(204);
    expect(asked()).toBe(0);
  });

  it('a refusal can be read by a page of another origin', async () => {
    const answer = await federation.gateway.get('/api/errors', { headers: { Origin: 'http://pulse.example' } });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['request-id']).toBeDefined();
  });
});

describe('authentication/configuration', () => {
  it('is what the gateway’s settings say, whatever members say', async () => {
    expect((await ask(undefined, '/api/authentication/configuration')).json).toEqual({
      enabled: true,
      role_based_authorization_enabled: false,
      client_id: 'servicepulse',
      audience: 'api://servicecontrol',
      api_scopes: '["api://servicecontrol/.default"]',
      scopes: 'api://servicecontrol/.default openid profile email offline_access',
    });
  });
});

describe('two Authorization headers', () => {
  it('are refused, whichever of them is good', async () => {
    const headers = { Authorization: [`Bearer ${authority.token()}`, 'Bearer x'] };
    expect((await federation.gateway.get('/api/errors', { headers })).status).toBe(401);
  });
});

describe('the operators’ addresses', () => {
  it('need an operator role', async () => {
    expect((await ask(authority.token(), '/gateway/members')).status).toBe(403);
    expect((await ask(authority.token({ claims: { roles: ['Admin'] } }), '/gateway/members')).status).toBe(200);
  });
});
