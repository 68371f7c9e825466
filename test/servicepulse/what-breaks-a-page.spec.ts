import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from '../support/requester.js';
import { fieldOfRows, idsOf } from '../support/rows.js';
import { startInstalledFederation, type InstalledFederation } from '../support/start-installed-federation.js';
import { conversationId, shopOptions, stock, type Stock } from './shop.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

/** Such members number their events 1, 2, 3. */
const onDatabase = { persister: 'postgresql', generation: 'next' } as const;

let federation: InstalledFederation<Key>;
let held: Readonly<Record<Key, Stock>>;

beforeEach(async () => {
  federation = await startInstalledFederation(keys, {
    members: { eu: shopOptions('eu'), us: shopOptions('us', onDatabase), ap: shopOptions('ap', onDatabase) },
    settings: { federation: { memberTimeout: '500ms', probeInterval: '1h', microCache: '0s' } },
  });
  held = Object.fromEntries(federation.all.map((one) => [one.key, stock(one)])) as Record<Key, Stock>;
});

afterEach(() => federation.stop());

const get = (target: string) => federation.gateway.get(target);
const row = (answer: Response, id: string) =>
  (answer.json as readonly { readonly id: string; readonly body_url: string }[]).find((one) => one.id === id);

describe('the message view', () => {
  it.each(keys)('finds a message of %s by search under the id it is listed with', async (key) => {
    const { failedId, failedMessageId } = held[key];
    const listed = idsOf(await get('/api/errors?status=unresolved&page=1&per_page=50'));
    const searched = await get(`/api/messages/search/${encodeURIComponent(failedMessageId)}`);

    expect(listed).toContain(failedId);
    expect(row(searched, failedId)?.id).toBe(failedId);
    expect((await get(`/api/errors/last/${failedId}`)).json).toMatchObject({
      id: failedId,
      message_id: failedMessageId,
    });
  });

  it.each(keys)('reads a body of %s under the address its row has, less the first character', async (key) => {
    const { failedId, failedMessageId } = held[key];
    const url = row(await get(`/api/messages/search/${failedMessageId}`), failedId)?.body_url ?? '';

    // Only such characters survive the way through ServicePulse, which encodes nothing.
    expect(url).toMatch(/^\/messages\/[\w-]+\/body\?instance_id=[\w~.-]+$/);
    const body = await get(`/api/${url.slice(1)}`);
    expect([body.status, body.text, body.headers['content-type']]).toEqual([
      200,
      `{"by":"${key}"}`,
      'application/json',
    ]);
  });

  it('gets nothing to show as a message while the owner of a body cannot be asked', async () => {
    const { failedId, failedMessageId } = held.us;
    const url = row(await get(`/api/messages/search/${failedMessageId}`), failedId)?.body_url ?? '';
    federation.members.us.primary.faults.add({ kind: 'status', status: 500, body: '{"title":"boom"}' });

    const refused = await get(`/api/${url.slice(1)}`);
    await federation.members.us.stop();
    const unreachable = await get(`/api/${url.slice(1)}`);

    expect([refused, unreachable].map(({ status, text }) => [status, text])).toEqual([
      [503, ''],
      [503, ''],
    ]);
  });

  it('goes on waiting for a retried message when its owner drops one connection', async () => {
    const { failedId } = held.us;
    await get(`/api/errors/last/${failedId}`);
    federation.members.us.primary.faults.add(
      { kind: 'reset', when: 'before-headers' },
      { path: '/api/errors/last', times: 1 },
    );

    expect((await get(`/api/errors/last/${failedId}`)).status).toBe(200);
  });

  it('has the whole conversation, each row with what diagrams are drawn from', async () => {
    const answer = await get(`/api/conversations/${conversationId}`);

    expect(fieldOfRows(answer, 'message_id')).toHaveLength(6);
    expect(new Set(idsOf(answer)).size).toBe(6);
    const related = fieldOfRows(answer, 'headers').flat() as readonly {
      readonly key: string;
      readonly value?: string;
    }[];
    const parents = related.filter(({ key }) => key === 'NServiceBus.RelatedTo').map(({ value }) => value);
    expect(fieldOfRows(answer, 'message_id')).toEqual(expect.arrayContaining(parents));
  });
});

describe('addresses as ServicePulse writes them', () => {
  it.each([
    ['GET', '/api/messages2/?page_size=10&sort=time_sent&direction=desc', undefined, 200],
    ['GET', '/api/recoverability/groups/', undefined, 200],
    ['PATCH', '/api/errors/archive/', ['failedId'], 202],
    ['PATCH', '/api/errors/unarchive/', ['archivedId'], 202],
  ] as const)('%s %s is the route without the final slash', async (method, target, ids, status) => {
    const body = ids?.map((name) => held.us[name]);

    const answer = await (body === undefined ? get(target) : federation.gateway.send(method, target, body));

    expect(answer.status).toBe(status);
  });
});

describe('pages', () => {
  it('hold fifty custom checks, since page 2 means rows 51 and on', async () => {
    for (const { key, primary } of federation.all) {
      primary.hasCustomChecks(
        Array.from({ length: 30 }, (_, k) => ({ customCheckId: `${key} ${String(k)}`, failureReason: 'no' })),
      );
    }

    const [first, second] = [
      await get('/api/customchecks?status=fail&page=1'),
      await get('/api/customchecks?status=fail&page=2'),
    ];

    expect([idsOf(first).length, idsOf(second).length]).toEqual([50, 43]);
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(93);
    expect([first.headers['total-count'], second.headers['total-count']]).toEqual(['93', '93']);
  });

  it('hold as many messages as were asked for, up to five hundred', async () => {
    for (const { primary } of federation.all) primary.hasFailedMessages(200);

    const answer = await get('/api/messages2/?endpoint_name=&from=&to=&q=&page_size=500&sort=time_sent&direction=desc');

    expect(idsOf(answer)).toHaveLength(500);
    expect(answer.headers['x-particular-incomplete-results']).toBeUndefined();
  });

  it('show no two events under one id', async () => {
    const ids = idsOf(await get('/api/eventlogitems?page=1&per_page=75'));

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keep the text of last_modified, by which ServicePulse knows that a row has not changed', async () => {
    const own = fieldOfRows(await get('/members/us/api/errors?per_page=100'), 'last_modified');

    const shown = fieldOfRows(await get('/api/errors?per_page=100'), 'last_modified');

    expect(own.filter((text) => !shown.includes(text))).toEqual([]);
    expect(own.some((text) => /\.\d{7}Z$/.test(String(text)))).toBe(true);
  });
});

describe('documents', () => {
  it('have no connector as long as no member has one, not even null: its presence hides tabs', async () => {
    expect((await get('/api/configuration')).text).not.toContain('mass_transit_connector');

    const { state } = federation.members.ap.primary;
    state.configuration = {
      ...state.configuration,
      massTransitConnector: { version: '1.0', error_queues: [], logs: [] },
    };

    expect((await get('/api/configuration')).json).toMatchObject({ mass_transit_connector: { version: '1.0' } });
  });

  it('have one row of endpoint settings without a name, without which heartbeats stay empty', async () => {
    for (const { primary } of federation.all) primary.state.endpointSettings.set('Sales', false);

    expect(fieldOfRows(await get('/api/endpointssettings'), 'name')).toEqual(['Sales', '']);
  });

  it('say 204 of license details that nobody has, each time', async () => {
    const answers = [await get('/api/license/details'), await get('/api/license/details')];

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
    ]);
  });

  it('count a member that stores audits, too, as no audit instance', async () => {
    const { state } = federation.members.us.primary;
    state.configuration = { ...state.configuration, auditRetentionPeriod: '7.00:00:00' };

    const remotes = (await get('/api/configuration/remotes')).json as readonly {
      readonly configuration: { readonly data_retention: object; readonly host: { readonly instance_name: string } };
    }[];

    const audits = remotes.filter(({ configuration }) => 'audit_retention_period' in configuration.data_retention);
    expect(audits.map(({ configuration }) => configuration.host.instance_name)).toEqual(
      keys.map(() => 'Particular.ServiceControl.Audit'),
    );
    expect(remotes).toHaveLength(5);
  });

  it('have a version of three numbers, whatever members call theirs', async () => {
    const { us, ap } = federation.members;
    us.primary.version = '6.19.0 (EU)';
    ap.primary.version = '6.18.2.7';
    await get('/api/errors');

    expect((await get('/api/')).headers['x-particular-version']).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('the monitoring pages', () => {
  it.each(keys)(
    'match an instance of %s with its failures, and endpoints by the spelling of their name',
    async (key) => {
      const { salesInstance } = held[key];
      const listed = fieldOfRows(await get('/monitoring/monitored-endpoints?history=1'), 'name');
      const details = (await get('/monitoring/monitored-endpoints/Sales?history=1')).json as {
        instances: readonly { id: string }[];
      };
      const failures = await get(`/api/recoverability/groups/Endpoint%20Instance?classifierFilter=${salesInstance}`);
      const byName = await get('/api/recoverability/groups/Endpoint%20Name?classifierFilter=Sales');

      expect(details.instances.map(({ id }) => id)).toContain(salesInstance);
      expect(fieldOfRows(failures, 'count')).toEqual([1]);
      expect([listed.includes('Sales'), fieldOfRows(byName, 'title')]).toEqual([true, ['Sales']]);
    },
  );

  it('get series of sixty points or none, as a chart of one point cannot be drawn', async () => {
    const rows = (await get('/monitoring/monitored-endpoints?history=5')).json as readonly {
      readonly metrics: Readonly<Record<string, { readonly points: readonly number[] }>>;
    }[];

    const lengths = new Set(rows.flatMap(({ metrics }) => Object.values(metrics).map(({ points }) => points.length)));
    expect(lengths).toEqual(new Set([60, 0]));
  });
});
