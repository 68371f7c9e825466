import { afterEach, describe, expect, it } from '@jest/globals';
import type { FakePrimaryOptions } from '../support/fake-primary/options.js';
import { untilMemberIs } from '../support/member-states.js';
import { fieldOfRows } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us' | 'ap';
type Row = Readonly<Record<string, unknown>>;

const remotes = '/api/configuration/remotes';
const localAudit = { apiUri: 'http://localhost:44444/api/' };

let federation: Federation<Key>;

afterEach(() => federation.stop());

async function start(
  members: Partial<Record<Key, FakePrimaryOptions>> = {},
  settings: object = {},
): Promise<Federation<Key>> {
  federation = await startFederation(['eu', 'us', 'ap'], {
    members,
    settings: { federation: { probeInterval: '1h', nameMembersBy: 'key', microCache: '0s', ...settings } },
  });
  return federation;
}

const stopAll = (): Promise<unknown> => Promise.all(federation.all.map((fake) => fake.stop()));
const rowsOf = async (target: string): Promise<readonly Row[]> =>
  (await federation.gateway.get(target)).json as readonly Row[];

describe('the configuration', () => {
  it.each(['/api/configuration', '/api/instance-info'])(
    '%s is the lead’s, with the shortest error retention',
    async (target) => {
      await start();
      const { eu, ap } = federation.members;
      Object.assign(eu.state.configuration, { errorRetentionPeriod: '30.00:00:00', instanceName: 'Lead' });
      Object.assign(ap.state.configuration, { errorRetentionPeriod: '7.00:00:00' });

      const { json } = await federation.gateway.get(target);

      expect(json).toMatchObject({
        host: { instance_name: 'Lead' },
        data_retention: { error_retention_period: '7.00:00:00' },
      });
    },
  );

  it('is the last one known while nobody answers', async () => {
    await start();
    const before = await federation.gateway.get('/api/configuration');
    await stopAll();

    const after = await federation.gateway.get('/api/configuration');

    expect([after.status, after.text]).toEqual([200, before.text]);
    expect(after.headers['x-particular-incomplete-results']).toBe('eu:unavailable, us:unavailable, ap:unavailable');
  });

  it('is 503 without a body while nothing is known, for any body would be taken for it', async () => {
    await start();
    await stopAll();

    const answer = await federation.gateway.get('/api/configuration');

    expect([answer.status, answer.bytes.length, answer.headers['content-type']]).toEqual([503, 0, undefined]);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('the remotes', () => {
  it('are the audit instances of all members, each address once, local ones told apart by their member', async () => {
    const shared = { apiUri: 'http://audit.example:44444/api' };
    await start({ eu: { audits: [localAudit, shared] }, us: { audits: [{ apiUri: 'http://AUDIT.example:44444/' }] } });

    const addresses = (await rowsOf(remotes)).map(({ api_uri }) => api_uri);

    // The members themselves follow.
    expect(addresses.slice(0, -2)).toEqual(['http://127.0.0.1:44444/', 'http://audit.example:44444']);
  });

  it('show each member but the lead as a row that nobody can take for an audit instance', async () => {
    await start();

    const rows = await rowsOf(remotes);

    const { us, ap } = federation.members;
    expect(rows.map(({ api_uri, status, version }) => [api_uri, status, version])).toEqual(
      [us, ap].map((fake) => [`${fake.origin}/`, 'online', '6.20.0']),
    );
    const configurations = rows.map(({ configuration }) => configuration as { host: Row; data_retention: Row });
    expect(new Set(configurations.map(({ host }) => host['instance_name'])).size).toBe(2);
    for (const { data_retention } of configurations) expect('audit_retention_period' in data_retention).toBe(false);
  });

  it('show no members when told so', async () => {
    await start({}, { membersAsRemotes: false });

    expect(await rowsOf(remotes)).toEqual([]);
  });

  it('keep the last known configuration of what is away, and say that it is unavailable', async () => {
    await start({ us: { audits: [{ apiUri: 'http://audit.example:44444/' }] } });
    const before = await rowsOf(remotes);
    await federation.members.us.stop();

    const answer = await federation.gateway.get(remotes);

    expect(answer.status).toBe(200);
    const after = answer.json as readonly Row[];
    expect(after.map(({ api_uri }) => api_uri)).toEqual(before.map(({ api_uri }) => api_uri));
    expect(after.map(({ configuration }) => configuration)).toEqual(before.map(({ configuration }) => configuration));
    expect(after.map(({ status }) => status)).toEqual(['unavailable', 'unavailable', 'online']);
  });

  it('are still a list while nobody ever answered', async () => {
    await start();
    await stopAll();

    const answer = await federation.gateway.get(remotes);

    expect([answer.status, fieldOfRows(answer, 'status')]).toEqual([200, ['unavailable', 'unavailable']]);
  });
});

describe('how to sign in', () => {
  it('is the lead’s, and its last word while it is away', async () => {
    await start();
    const before = await federation.gateway.get('/api/authentication/configuration');
    await stopAll();

    const after = await federation.gateway.get('/api/authentication/configuration');

    expect([before.json, after.status, after.text]).toEqual([
      expect.objectContaining({ enabled: false }),
      200,
      before.text,
    ]);
  });
});

describe('the version', () => {
  it.each<[string, readonly [string, string, string], string]>([
    ['the lowest of all', ['6.20.0', '6.9.1', '6.12.0'], '6.9.1'],
    ['a pre-release below its release', ['6.20.0', '6.20.0-alpha.2', '6.20.0'], '6.20.0-alpha.2'],
    ['without build data', ['6.19.0+abc', '6.20.0', '6.20.0'], '6.19.0'],
    ['of three numbers, whatever members have', ['6.19.0.4', '6.20.0', '6.20.0'], '6.19.0'],
    ['zero when a member says so', ['6.20.0', '0.0.0', '6.20.0'], '0.0.0'],
    ['of those who have one', ['6.20.0', 'unknown', '6.21.0'], '6.20.0'],
  ])('is %s', async (_, [eu, us, ap], expected) => {
    await start({ eu: { version: eu }, us: { version: us }, ap: { version: ap } });

    for (const target of ['/api/', '/api/errors']) {
      expect((await federation.gateway.get(target)).headers['x-particular-version']).toBe(expected);
    }
  });

  it('of a member that is away, or that leaves it out, is the last one known', async () => {
    await start({ us: { version: '6.9.0' }, ap: { version: '6.10.0' } });
    await federation.members.us.stop();
    federation.members.ap.faults.add({ kind: 'header', name: 'X-Particular-Version', values: [] });
    const partial = await federation.gateway.get('/api/errors');
    await Promise.all([federation.members.eu.stop(), federation.members.ap.stop()]);

    const nobody = await federation.gateway.get('/api/errors');

    expect(partial.headers['x-particular-version']).toBe('6.9.0');
    expect([nobody.status, nobody.headers['x-particular-version']]).toEqual([503, '6.9.0']);
  });
});

describe('lists that ServicePulse polls for ever unless one fails', () => {
  const polled = [
    '/api/endpoints',
    '/api/endpointssettings',
    '/api/customchecks',
    remotes,
    '/api/errors/groups',
    '/api/messages2?page_size=10',
    '/api/errors?status=unresolved',
  ];

  it('are a 200 as long as any one member answers', async () => {
    await start();
    await federation.members.eu.stop();
    federation.members.us.faults.add({ kind: 'crash' });

    for (const target of polled) {
      const answer = await federation.gateway.get(target);

      expect([target, answer.status, Array.isArray(answer.json)]).toEqual([target, 200, true]);
    }
  });
});

describe('the root document', () => {
  it('is the next member’s, with all addresses here, while the lead is away', async () => {
    await start();
    await federation.members.eu.stop();
    await federation.gateway.get('/api/errors');
    await untilMemberIs(federation.gateway, 'eu', 'down');

    const answer = await federation.gateway.get('/api/');

    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ endpoints_url: `${federation.gateway.url}/api/endpoints` });
    expect(answer.text).not.toContain(String(federation.members.us.port));
  });

  it('says that the license is invalid as soon as one member’s is', async () => {
    await start();
    federation.members.ap.faults.add({
      kind: 'rewrite',
      text: (text) => text.replace(/"license_status":"[^"]*"/, '"license_status":"invalid"'),
    });

    expect((await federation.gateway.get('/api/')).json).toMatchObject({ license_status: 'invalid' });
  });
});
