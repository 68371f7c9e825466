import { afterEach, describe, expect, it } from '@jest/globals';
import type { FakePrimary } from '../support/fake-primary/fake-primary.js';
import { tokenWith } from '../support/http/token.js';
import type { Response } from '../support/requester.js';
import { startInstalledFederation, type InstalledFederation } from '../support/start-installed-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];
interface Route {
  readonly method: string;
  readonly url_template: string;
}
interface Manifest {
  readonly roles: readonly string[];
  readonly routes: readonly Route[];
}

/** What ServicePulse looks up, parameters reduced to `{}`: each hides something when it is not in the list. */
const lookedUp = {
  '/api/my/routes': [
    ...['heartbeats/stats', 'messages2', 'errors', 'customchecks', 'eventlogitems', 'licensing/report/available'].map(
      (path) => `GET /api/${path}`,
    ),
    ...['license', 'connection', 'notifications/email', 'redirects', 'endpoints'].map((path) => `GET /api/${path}`),
    ...['licensing/settings/masks/update', 'notifications/email', 'notifications/email/test', 'redirects'].map(
      (path) => `POST /api/${path}`,
    ),
    ...['errors/retry', 'edit/{}'].map((path) => `POST /api/${path}`),
    ...['retry', 'archive', 'unarchive'].map((verb) => `POST /api/recoverability/groups/{}/errors/${verb}`),
    ...['endpointssettings/{}', 'errors/archive', 'errors/unarchive'].map((path) => `PATCH /api/${path}`),
    ...['customchecks/{}', 'endpoints/{}'].map((path) => `DELETE /api/${path}`),
  ],
  '/monitoring/api/my/routes': ['GET /monitored-endpoints', 'DELETE /monitored-instance/{}/{}'],
} as const;
const surfaces = Object.keys(lookedUp) as (keyof typeof lookedUp)[];

let federation: InstalledFederation<Key>;

async function start(settings: object = {}): Promise<void> {
  const authentication = { mode: 'roles' } as const;
  federation = await startInstalledFederation(keys, {
    members: Object.fromEntries(
      keys.map((key) => [key, { primary: { authentication }, monitoring: { authentication } }]),
    ),
    settings: { federation: { nameMembersBy: 'key', microCache: '0s', memberTimeout: '300ms' }, ...settings },
  });
}

afterEach(() => federation.stop());

const read = (target: string, roles: readonly string[] = ['admin']) =>
  federation.gateway.get(target, {
    headers: { authorization: `Bearer ${tokenWith({ sub: 'ada', preferred_username: 'ada', roles })}` },
  });
const manifest = (answer: Response) => answer.json as Manifest;
const keysOf = (answer: Response) =>
  manifest(answer).routes.map(
    ({ method, url_template: template }) => `${method} ${template.replace(/\{[^}]*\}/g, '{}')}`,
  );

/** The processes of one member that answer a surface. */
function processOf(key: Key, surface: string): Pick<FakePrimary, 'faults' | 'stop' | 'version' | 'authentication'> {
  return federation.members[key].part(surface.startsWith('/monitoring') ? 'monitoring' : 'primary');
}

describe.each(surfaces)('GET %s', (surface) => {
  it('has everything that ServicePulse looks up for an administrator', async () => {
    await start();

    const answer = await read(surface);

    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([200, undefined]);
    expect(keysOf(answer)).toEqual(expect.arrayContaining([...lookedUp[surface]]));
    expect(manifest(answer).roles).toEqual(['admin']);
  });

  it('compares routes whatever their parameters are called, and spells them as the lead does', async () => {
    await start();
    const text = (routes: string) => routes.replace(/\{(\w+)\}/g, '{$1Later}');
    processOf('us', surface).faults.add({ kind: 'rewrite', text });

    const answer = await read(surface);

    expect(keysOf(answer)).toEqual(expect.arrayContaining([...lookedUp[surface]]));
    expect(answer.text).toMatch(/\{\w+\}/);
    expect(answer.text).not.toContain('Later}');
  });

  it('is what every member allows', async () => {
    await start();
    processOf('ap', surface).authentication = { mode: 'roles', rolesClaim: 'groups' };

    const answer = await read(surface);

    const own = await read(`/members/ap${surface}`);
    expect([...keysOf(answer)].sort()).toEqual([...keysOf(own)].sort());
    expect(keysOf(answer)).not.toContain(lookedUp[surface][0]);
  });

  it('has the roles of all members', async () => {
    await start();
    processOf('ap', surface).faults.add({
      kind: 'rewrite',
      text: (text) => text.replace('"roles":[', '"roles":["extra",'),
    });

    expect(manifest(await read(surface, ['reader'])).roles).toEqual(['reader', 'extra']);
  });

  it.each([
    ['is too old', (key: Key) => void (processOf(key, surface).version = '6.17.1')],
    [
      'has no authentication and crashes',
      (key: Key) => void (processOf(key, surface).authentication = { mode: 'off' }),
    ],
    ['refuses the token', (key: Key) => processOf(key, surface).faults.add({ kind: 'status', status: 401 })],
    ['does not answer in time', (key: Key) => processOf(key, surface).faults.add({ kind: 'never-answer' })],
  ])('leaves out a member that %s', async (_, fails: (key: Key) => void) => {
    await start();
    fails('us');

    const answer = await read(surface);

    expect(answer.status).toBe(200);
    expect(keysOf(answer)).toEqual(expect.arrayContaining([...lookedUp[surface]]));
  });

  it.each([
    ['can be reached', (key: Key) => processOf(key, surface).stop()],
    [
      'has authentication, so that all crash',
      (key: Key) => Promise.resolve(void (processOf(key, surface).authentication = { mode: 'off' })),
    ],
    [
      'is new enough, while those of the other surface are',
      (key: Key) => Promise.resolve(void (processOf(key, surface).version = '6.17.1')),
    ],
  ])('is the gateway’s own table when no member %s', async (_, fails) => {
    await start();
    for (const key of keys) await fails(key);

    const answer = await read(surface);

    expect([answer.status, manifest(answer).roles]).toEqual([200, []]);
    expect(keysOf(answer)).toEqual(expect.arrayContaining([...lookedUp[surface]]));
    expect(answer.text).not.toMatch(/\?\}|"url_template":"[^"]+\/"/);
  });

  it('is 404 when no member of either surface has it', async () => {
    await start();
    for (const { primary, monitoring } of federation.all) primary.version = monitoring.version = '6.17.1';
    await Promise.all(['/api/', '/monitoring/'].map((root) => federation.gateway.get(root)));

    expect((await read(surface)).status).toBe(404);
  });

  it('is the refusal when every member refuses', async () => {
    await start();

    const answer = await federation.gateway.get(surface);

    expect([answer.status, answer.json]).toMatchObject([401, { error: 'unauthorized' }]);
  });

  it.each([['members answer'], ['nobody answers']])(
    'has the same templates wherever the gateway is mounted, when %s',
    async (when) => {
      await start({ basePath: '/federation' });
      if (when === 'nobody answers') for (const installation of federation.all) await installation.stop();

      const answer = await read(`/federation${surface}`);

      expect(answer.status).toBe(200);
      expect(keysOf(answer)).toEqual(expect.arrayContaining([...lookedUp[surface]]));
      expect(answer.text).not.toContain('federation');
    },
  );
});

describe('my_routes_url of the root document', () => {
  it('leads back to the gateway, as the caller sees it', async () => {
    await start({ basePath: '/federation' });

    const root = (await federation.gateway.get('/federation/api/')).json as { my_routes_url: string };

    expect(root.my_routes_url).toBe(`${federation.gateway.url}/federation/api/my/routes`);
    expect((await read(new URL(root.my_routes_url).pathname)).status).toBe(200);
  });
});
