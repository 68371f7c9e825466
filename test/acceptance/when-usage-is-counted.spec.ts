import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { usageTransport } from '../support/fake-primary/usage-transport.js';
import { usageHash } from '../support/fake-primary/usage.js';
import { fieldOfRows } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

let federation: Federation<Key>;

beforeEach(async () => {
  federation = await startFederation(keys, {
    // Reads of usage have a longer deadline than this one.
    settings: { federation: { nameMembersBy: 'key', microCache: '0s', memberTimeout: '150ms' } },
  });
});

afterEach(() => federation.stop());

const get = (target: string) => federation.gateway.get(target);

interface Row {
  readonly name: string;
  readonly scope?: string;
  readonly [field: string]: unknown;
}

async function endpoints(): Promise<readonly Row[]> {
  return (await get('/api/licensing/endpoints')).json as readonly Row[];
}

describe('GET /api/licensing/endpoints', () => {
  it('adds up what members counted of one name and scope, month by month', async () => {
    const { eu, us, ap } = federation.members;
    eu.hasUsage([{ name: 'Sales', days: { '2024-03-31': 10, '2024-04-30': 20 } }]);
    us.hasUsage([
      { name: 'Sales', isKnownEndpoint: true, days: { '2024-04-30': 2, '2024-04-29': 9_007_199_254_740_990 } },
    ]);
    ap.hasUsage([{ name: 'Sales', scope: '[shop].[dbo]', days: { '2024-04-30': 5 } }]);

    const [sales, scoped, ...others] = await endpoints();

    expect(others).toEqual([]);
    expect(sales).toMatchObject({
      name: 'Sales',
      name_hash: usageHash('Sales'),
      is_known_endpoint: true,
      user_indicator: 'NServiceBusEndpoint',
    });
    const { text } = await get('/api/licensing/endpoints');
    expect(text).toContain('"max_daily_throughput":9007199254741010');
    expect(text).toContain('[{"month":"2024-03","throughput":10},{"month":"2024-04","throughput":9007199254741012}]');
    expect(scoped).toMatchObject({
      scope: '[shop].[dbo]',
      scope_hash: usageHash('[shop].[dbo]'),
      max_daily_throughput: 5,
    });
  });

  it('keeps rows apart whose names differ in letter case, and invents no field that old members do not send', async () => {
    for (const fake of federation.all) fake.version = '6.5.0';
    federation.members.eu.hasUsage([{ name: 'Sales', days: { '2024-04-30': 1 } }]);
    federation.members.us.hasUsage([
      { name: 'sales', days: { '2024-04-30': 1 } },
      { name: 'Sales', days: { '2024-04-30': 4 } },
    ]);

    const rows = await endpoints();

    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({
      name: 'Sales',
      is_known_endpoint: false,
      user_indicator: '',
      max_daily_throughput: 5,
      max_monthly_throughput: 5,
    });
  });

  it('shows what a user chose anywhere, before what a member thinks by itself', async () => {
    federation.members.eu.hasUsage([{ name: 'Sales', isKnownEndpoint: true, days: { '2024-04-30': 1 } }]);
    federation.members.ap.hasUsage([{ name: 'Sales', userIndicator: 'SendOnlyEndpoint', days: { '2024-04-30': 1 } }]);

    expect((await endpoints())[0]?.['user_indicator']).toBe('SendOnlyEndpoint');
  });

  it('waits longer than for a list: members look through fourteen months', async () => {
    federation.members.us.hasUsage([{ name: 'Sales', days: { '2024-04-30': 1 } }]);
    federation.members.us.faults.add({ kind: 'delay', ms: 400 }, { path: '/api/licensing' });

    expect(await endpoints()).toHaveLength(1);
  });
});

describe('POST /api/licensing/endpoints/update', () => {
  const update = (body: unknown) => federation.gateway.send('POST', '/api/licensing/endpoints/update', body);

  it('tells every member, each name once: the same name twice is more than members can bear', async () => {
    for (const fake of federation.all) fake.hasUsage([{ name: 'Sales', days: { '2024-04-30': 1 } }]);

    const answer = await update([
      { name: 'Sales', user_indicator: 'NotNServiceBusEndpoint' },
      { name: 'Unknown', user_indicator: '' },
      { name: 'Sales', user_indicator: 'SendOnlyEndpoint' },
    ]);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([200, 'eu=200, us=200, ap=200']);
    expect(fieldOfRows(await get('/api/licensing/endpoints'), 'user_indicator')).toEqual(['SendOnlyEndpoint']);
    for (const fake of federation.all) expect(fake.requestsTo('POST', '/').at(0)?.json).toHaveLength(2);
  });

  it.each([['null'], ['{}'], ['7'], ['']])('refuses %j before anything is sent', async (body) => {
    const answer = await federation.gateway.request('POST', '/api/licensing/endpoints/update', {
      headers: { 'content-type': 'application/json' },
      body,
    });

    expect(answer.status).toBe(400);
    for (const fake of federation.all) expect(fake.requestsTo('POST', '/')).toEqual([]);
  });

  it('relays why members refuse a row', async () => {
    const answer = await update([{ name: 'Sales' }]);

    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8']);
  });
});

describe('masks', () => {
  it('are the union of all members’, and a change replaces them everywhere', async () => {
    const { eu, us, ap } = federation.members;
    eu.state.usage.masks = ['shop', 'eu'];
    us.state.usage.masks = ['us', 'shop'];

    expect((await get('/api/licensing/settings/masks')).text).toBe('["shop","eu","us"]');
    const answer = await federation.gateway.send('POST', '/api/licensing/settings/masks/update', [
      'shop',
      'eu',
      'us',
      'new',
    ]);

    expect(answer.status).toBe(200);
    for (const fake of [eu, us, ap]) expect(fake.state.usage.masks).toEqual(['shop', 'eu', 'us', 'new']);
  });
});

describe('GET /api/licensing/settings/info', () => {
  it('has the settings of every member’s transport, each once', async () => {
    const { eu, us, ap } = federation.members;
    eu.state.usageTransport = usageTransport('PostgreSql');
    us.state.usageTransport = usageTransport('MSMQ');
    ap.state.usageTransport = usageTransport('SqlTransport');
    const named = (list: readonly { name: string }[]) => list.map(({ name }) => name.replace(/^[^/]*\//, ''));

    const info = (await get('/api/licensing/settings/info')).json as Readonly<
      Record<string, readonly { name: string }[]>
    >;

    expect(named(info['broker_settings'] ?? [])).toEqual([
      'PostgreSQL/ConnectionString',
      'SqlServer/ConnectionString',
      'SqlServer/AdditionalCatalogs',
    ]);
    expect([named(info['monitoring_settings'] ?? []), info['service_control_settings']]).toEqual([
      ['ServiceControlThroughputDataQueue'],
      [],
    ]);
  });
});

describe('GET /api/licensing/settings/test', () => {
  const recent = [{ name: 'Sales', source: 'Monitoring', days: { '2024-05-01': 1 } }] as const;
  const broker = async () =>
    ((await get('/api/licensing/settings/test')).json as { broker_connection_result: object }).broker_connection_result;

  it('is well when all are, with everybody’s diagnostics', async () => {
    for (const fake of federation.all) fake.hasUsage(recent);

    const test = (await get('/api/licensing/settings/test')).json as Readonly<Record<string, { diagnostics: string }>>;

    for (const part of ['audit', 'monitoring', 'broker']) {
      expect(test[`${part}_connection_result`]).toMatchObject({
        connection_successful: true,
        connection_error_messages: [],
      });
    }
    expect(test['broker_connection_result']?.diagnostics).toMatch(/^eu:\n.*\nus:\n.*\nap:\n/);
  });

  it('fails when one fails, and leaves out members that have no broker to ask', async () => {
    federation.members.eu.state.usageTransport = usageTransport('MSMQ');
    expect(await broker()).toMatchObject({ connection_successful: true });

    federation.members.ap.state.brokerFault = 'access refused';

    expect(await broker()).toMatchObject({
      connection_successful: false,
      connection_error_messages: ['access refused'],
    });
  });

  it('waits longer than for a list: a member asks its broker first', async () => {
    federation.members.us.faults.add({ kind: 'delay', ms: 400 }, { path: '/api/licensing' });
    federation.members.us.state.brokerFault = 'late refusal';

    expect(await broker()).toMatchObject({ connection_error_messages: ['late refusal'] });
  });
});

describe('GET /api/licensing/report/available', () => {
  const available = async () => (await get('/api/licensing/report/available')).json;
  const ready = (key: Key) => {
    federation.members[key].hasUsage([{ name: 'Sales', days: { '2024-04-30': 1 } }]);
  };

  it('is yes when every member says yes', async () => {
    keys.forEach(ready);

    expect(await available()).toEqual({ transport: 'RabbitMQ', report_can_be_generated: true, reason: '' });
  });

  it('is the answer of the first member that says no', async () => {
    ready('eu');
    federation.members.us.state.usageTransport = usageTransport('MSMQ');

    expect(await available()).toEqual({
      transport: 'MSMQ',
      report_can_be_generated: false,
      reason: 'Need at least one day of usage data in the last 30 days.',
    });
  });
});
