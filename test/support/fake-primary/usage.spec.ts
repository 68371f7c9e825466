import { inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester, type Response } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import { usualLicense } from './license.js';
import { attachment, masked } from './usage-report.js';
import { usageTransport } from './usage-transport.js';

type Row = Readonly<Record<string, unknown>>;

let fake: FakePrimary;
let ask: Requester;

beforeEach(async () => {
  fake = await startFakePrimary();
  fake.manualClock.set('2024-06-10T12:00:00Z');
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

async function usage(): Promise<readonly Row[]> {
  return (await ask.get('/api/licensing/endpoints')).json as readonly Row[];
}

function choose(...choices: readonly object[]): Promise<Response> {
  return ask.send('POST', '/api/licensing/endpoints/update', choices);
}

describe('usage', () => {
  it('has the hash, the largest day, months and the truncated average', async () => {
    const days = [50, 50, 150, 160, 65, 70, 75].map((count, k) => [`2024-05-0${String(k + 1)}`, count]);
    fake.hasUsage([
      { name: 'Endpoint1', isKnownEndpoint: true, days: Object.fromEntries(days) as Record<string, number> },
    ]);

    expect(await usage()).toEqual([
      {
        name: 'Endpoint1',
        name_hash: '66DB6BA4857B08195A497D6FA4BFAAC140B35A0B5925C0845E37AA39DB1A0050',
        is_known_endpoint: true,
        user_indicator: 'NServiceBusEndpoint',
        max_daily_throughput: 160,
        monthly_throughput: [{ month: '2024-05', throughput: 620 }],
        average_monthly_throughput: 2694,
      },
    ]);
  });

  it('joins sources by sanitised name and scope, takes the largest per day, and shows the first other name', async () => {
    fake.hasUsage([
      { name: 'sales', source: 'Broker', scope: '[c].[s]', days: { '2024-05-01': 5, '2024-06-01': 1 } },
      { name: 'Sales', sanitizedName: 'sales', source: 'Audit', scope: '[c].[s]', days: { '2024-05-01': 7 } },
      { name: 'sales', scope: '[c].[t]', days: { '2024-04-02': -3, '2024-05-01': 1 } },
    ]);

    expect(await usage()).toMatchObject([
      {
        name: 'Sales',
        scope: '[c].[s]',
        scope_hash: expect.stringMatching(/^[0-9A-F]{64}$/),
        max_daily_throughput: 7,
        monthly_throughput: [
          { month: '2024-05', throughput: 7 },
          { month: '2024-06', throughput: 1 },
        ],
      },
      { name: 'sales', scope: '[c].[t]', monthly_throughput: [{ month: '2024-05', throughput: 1 }] },
    ]);
  });

  it('deletes while it lists', async () => {
    fake.hasUsage([{ name: 'old', days: { '2023-01-01': 5 } }]);
    await usage();
    fake.manualClock.set('2023-02-01T00:00:00Z');

    expect(await usage()).toEqual([]);
  });

  it.each([
    ['6.18.0', ['max_monthly_throughput', 'monthly_throughput']],
    ['6.16.0', ['max_monthly_throughput']],
    ['6.19.0', ['average_monthly_throughput', 'monthly_throughput', 'name_hash']],
  ])('of version %s', async (version, fields) => {
    fake.version = version;
    fake.hasUsage([{ name: 'a', days: { '2024-06-01': 5 } }]);
    const common = ['is_known_endpoint', 'max_daily_throughput', 'name', 'user_indicator'];

    expect(Object.keys((await usage())[0] ?? {}).sort()).toEqual([...common, ...fields].sort());
  });
});

describe('choices of the user', () => {
  beforeEach(() => {
    fake.hasUsage([{ name: 'Sales', sanitizedName: 'sales', days: { '2024-06-01': 5 } }]);
  });

  it('are kept whatever they say, and unknown names are ignored', async () => {
    const statuses = [
      await choose({ name: 'sales', user_indicator: 'Anything' }, { name: 'nobody', user_indicator: 'x' }),
      await choose(),
    ].map(({ status }) => status);

    expect([statuses, (await usage())[0]?.user_indicator]).toEqual([[200, 200], 'Anything']);
  });

  it('of one name twice are a crash, on EF in any letter case', async () => {
    const twice = [
      { name: 'Sales', user_indicator: 'a' },
      { name: 'SALES', user_indicator: 'b' },
    ];
    const ef = await startFakePrimary({ persister: 'sqlserver' });
    const statuses = [
      await choose(...twice),
      await requester(ef.url).send('POST', '/api/licensing/endpoints/update', twice),
    ];
    await ef.stop();

    expect([...statuses, await choose(...twice.slice(0, 1), ...twice.slice(0, 1))].map(({ status }) => status)).toEqual(
      [200, 500, 500],
    );
  });

  it.each([[{ name: 'a' }], [{ user_indicator: 'a' }], [{ name: null, user_indicator: 'a' }]])(
    'without both parts are 400: %j',
    async (choice) => {
      expect((await choose(choice)).status).toBe(400);
    },
  );
});

describe('the report', () => {
  const available = async (): Promise<unknown> => (await ask.get('/api/licensing/report/available')).json;

  it.each([
    ['RabbitMQ', 'Broker', '2024-06-09', ''],
    [
      'RabbitMQ',
      'Broker',
      '2024-06-10',
      'Need at least one day of usage data in the last 30 days from the configured broker.',
    ],
    [
      'RabbitMQ',
      'Audit',
      '2024-06-09',
      'Need at least one day of usage data in the last 30 days from the configured broker.',
    ],
    ['MSMQ', 'Audit', '2024-06-09', ''],
    ['MSMQ', 'Audit', '2024-05-01', 'Need at least one day of usage data in the last 30 days.'],
  ] as const)('on %s with %s data of %s', async (transport, source, day, reason) => {
    fake.state.usageTransport = usageTransport(transport);
    fake.hasUsage([{ name: 'a', source, days: { [day]: 1 } }]);

    expect(await available()).toEqual({ transport, report_can_be_generated: reason === '', reason });
  });

  it('that cannot be made is 400 in plain text, without the headers of a controller', async () => {
    const response = await ask.get('/api/licensing/report/file');

    expect([response.status, response.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(response.text).toMatch(/^Report cannot be generated \u2013 Need at least/);
    expect(response.headers['x-particular-version']).toBeUndefined();
  });

  it('is a zip with one file, masked, named after the customer and yesterday', async () => {
    fake.state.license = { ...usualLicense, registeredTo: 'Shop' };
    fake.hasUsage([{ name: 'secret.orders', days: { '2024-06-09': 3 } }]);
    await ask.send('POST', '/api/licensing/settings/masks/update', ['nothing', 'secret']);
    const response = await ask.get('/api/licensing/report/file?SPVERSION=2.0');
    const { name, text } = onlyFile(response.bytes);
    const { ReportData: data } = JSON.parse(text) as { readonly ReportData: Row };

    expect(response.headers['content-disposition']).toBe(
      'attachment; filename=Shop.throughput-report-20240609-000000.zip',
    );
    expect([response.headers['content-type'], response.headers['x-particular-version']]).toEqual([
      'application/zip',
      undefined,
    ]);
    expect(response.headers['content-length']).toBeUndefined();
    expect(name).toBe('Shop.throughput-report-20240609-000000.json');
    expect(data).toMatchObject({
      CustomerName: 'Shop',
      Queues: [{ QueueName: 'REDACTED2.orders', Throughput: 3 }],
      EnvironmentInformation: { EnvironmentData: { ServicePulseVersion: '2.0' } },
    });
  });

  it.each([
    ['a.zip', 'attachment; filename=a.zip'],
    ['Example Shop.zip', 'attachment; filename="Example Shop.zip"'],
    ['a/b.zip', 'attachment; filename="a/b.zip"'],
    ['é.zip', 'attachment; filename="=?utf-8?B?w6kuemlw?="'],
  ])('named %s is announced as %s', (name, expected) => {
    expect(attachment(name)).toBe(expected);
  });

  it('masks every part of a name, by number', () => {
    expect(masked('a.b.a', ['b', 'a'])).toBe('REDACTED2.REDACTED1.REDACTED2');
  });
});

it('keeps masks in order, doubled ones too', async () => {
  const post = await ask.send('POST', '/api/licensing/settings/masks/update', ['b', 'a', 'b']);

  expect([post.status, post.text]).toEqual([200, '']);
  expect((await ask.get('/api/licensing/settings/masks')).json).toEqual(['b', 'a', 'b']);
});

it('describes the settings of its transport', async () => {
  fake.state.usageTransport = usageTransport('SqlTransport');
  const { broker_settings: settings } = (await ask.get('/api/licensing/settings/info')).json as {
    readonly broker_settings: readonly Row[];
  };

  expect(settings.map(({ name }) => name)).toEqual([
    'LicensingComponent/SqlServer/ConnectionString',
    'LicensingComponent/SqlServer/AdditionalCatalogs',
  ]);
});

it('tests connections without ever failing itself', async () => {
  fake.state.usageTransport = usageTransport('MSMQ');
  const response = await ask.get('/api/licensing/settings/test');

  expect([response.status, response.json]).toMatchObject([
    200,
    {
      transport: 'MSMQ',
      audit_connection_result: { connection_successful: true, diagnostics: 'No Audit Instances configured' },
      monitoring_connection_result: { connection_successful: false, connection_error_messages: [] },
      broker_connection_result: { connection_successful: false, connection_error_messages: [], diagnostics: '' },
    },
  ]);
});

/** Of a zip written with known lengths. */
function onlyFile(zip: Buffer): { readonly name: string; readonly text: string } {
  const [packed, nameLength] = [zip.readUInt32LE(18), zip.readUInt16LE(26)];
  const name = zip.subarray(30, 30 + nameLength).toString();
  return { name, text: inflateRawSync(zip.subarray(30 + nameLength, 30 + nameLength + packed)).toString() };
}
