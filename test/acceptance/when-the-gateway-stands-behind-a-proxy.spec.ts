import { afterEach, describe, expect, it } from '@jest/globals';
import type { Response } from '../support/requester.js';
import { fieldOfRows } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us';
type Document = Readonly<Record<string, string>>;

/** Members print this one as `/endpoints/known`. */
const relative = ['known_endpoints_url'];

let federation: Federation<Key>;

afterEach(() => federation.stop());

async function start(settings: object = {}): Promise<Federation<Key>> {
  federation = await startFederation(['eu', 'us'], {
    settings: { federation: { probeInterval: '1h', microCache: '0s', nameMembersBy: 'key' }, ...settings },
  });
  return federation;
}

const ask = (target: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  federation.gateway.get(target, { headers: { Host: 'gateway.example:8080', ...headers } });

/** The base of a root document's addresses, and the names of those that have another one. */
function bases(answer: Response): readonly string[] {
  const document = answer.json as Document;
  const base = document['endpoints_url']?.replace(/endpoints$/, '') ?? '';
  const others = Object.entries(document).filter(([key, value]) => /_url$/.test(key) && !value.startsWith(base));
  return [base, ...others.map(([key]) => key)];
}

describe('the root document', () => {
  const forwarded = {
    'X-Forwarded-For': '203.0.113.7',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'ops.example',
    'X-Forwarded-Prefix': '/sc',
  };

  it.each<[string, object, Readonly<Record<string, string>>, string]>([
    ['follows the host asked for', {}, {}, 'http://gateway.example:8080/api/'],
    ['believes a proxy on this machine', {}, forwarded, 'https://ops.example/sc/api/'],
    [
      'believes nobody when told so',
      { forwardedHeaders: { enabled: false } },
      forwarded,
      'http://gateway.example:8080/api/',
    ],
    [
      'ignores a stranger',
      { forwardedHeaders: { knownNetworks: ['10.0.0.0/8'] } },
      { ...forwarded, 'X-Forwarded-Host': 'evil.example' },
      'http://gateway.example:8080/api/',
    ],
    [
      'takes the nearest proxy’s word for what a stranger put before it',
      {},
      { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7', 'X-Forwarded-Host': 'evil.example, ops.example' },
      'http://ops.example/api/',
    ],
    ['names the base path', { basePath: '/federation' }, {}, 'http://gateway.example:8080/federation/api/'],
    ['names prefix and base path', { basePath: '/federation' }, forwarded, 'https://ops.example/sc/federation/api/'],
    [
      'prefers the public address over everything',
      { publicUrl: 'https://public.example/somewhere/api/' },
      { ...forwarded, 'X-Forwarded-Prefix': '' },
      'https://public.example/somewhere/api/',
    ],
    ['does not repeat a host that is none', {}, { Host: 'a b<script>' }, 'http://localhost:'],
  ])('%s', async (_, settings, headers, expected) => {
    await start(settings);
    const basePath = (settings as { basePath?: string }).basePath ?? '';

    const answer = await ask(`${basePath}/api/`, headers);

    expect(answer.status).toBe(200);
    const [base, ...others] = bases(answer);
    expect(base?.startsWith(expected)).toBe(true);
    expect(others).toEqual(relative);
  });

  it('takes no query into its addresses, and sends none to members', async () => {
    await start();

    const answer = await ask('/api/?a=%22%3E&b=1');

    expect(answer.text).not.toContain('%22');
    expect(federation.all.flatMap((fake) => fake.requests.map(({ target }) => target))).toEqual(['/api/', '/api/']);
  });

  it('bears the gateway’s own name', async () => {
    await start({ displayName: 'All of them' });

    expect((await ask('/api/')).json).toMatchObject({ name: 'All of them' });
  });

  it.each(['/api', '/api/', '/API', '/Api/'])('is at %s', async (target) => {
    await start();

    expect((await ask(target)).json).toMatchObject({ endpoints_url: 'http://gateway.example:8080/api/endpoints' });
  });
});

describe('one member alone', () => {
  it('is served under its key, and its documents point back there', async () => {
    await start({ basePath: '/federation' });
    federation.members.eu.hasFailedMessages(1);
    federation.members.us.hasFailedMessages(2);
    for (const fake of federation.all) fake.clearRequests();

    const root = await ask('/federation/members/us/api/');
    const list = await ask('/federation/members/us/api/errors');
    const messages = await ask('/federation/members/us/api/messages');

    expect(bases(root)).toEqual(['http://gateway.example:8080/federation/members/us/api/', ...relative]);
    expect([list.headers['total-count'], list.headers['x-particular-incomplete-results']]).toEqual(['2', undefined]);
    expect(fieldOfRows(messages, 'instance_id').every((id) => String(id).startsWith('us~'))).toBe(true);
    expect(federation.members.eu.requests).toEqual([]);
  });

  it('takes commands for itself only', async () => {
    await start();

    const answer = await federation.gateway.request('POST', '/members/us/api/errors/retry/all');

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'us=202']);
    expect(federation.members.eu.requests).toEqual([]);
  });

  it('is unaffected by others that are away', async () => {
    await start();
    await federation.members.eu.stop();

    const answer = await ask('/members/us/api/errors');

    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([200, undefined]);
  });

  it('is a 404 under a key that nobody has', async () => {
    await start();

    const answer = await ask('/members/gone/api/errors');

    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
    expect(federation.all.flatMap((fake) => fake.requests)).toEqual([]);
  });
});

describe('a base path', () => {
  it('is needed for the surfaces and not for health', async () => {
    await start({ basePath: '/federation' });

    const statuses = await Promise.all(
      ['/federation/api/errors', '/api/errors', '/health/live', '/federation/gateway/members'].map((target) =>
        ask(target),
      ),
    );

    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
  });

  it('is not part of what members or links see', async () => {
    await start({ basePath: '/federation' });
    federation.members.eu.hasFailedMessages(60);
    for (const fake of federation.all) fake.clearRequests();

    const answer = await ask('/federation/api/errors?page=1&per_page=50');

    expect(answer.headers.link).toContain('<errors?');
    expect(answer.headers.link).not.toContain('federation');
    expect(federation.members.eu.requests[0]?.target).toMatch(/^\/api\/errors\?/);
  });
});
