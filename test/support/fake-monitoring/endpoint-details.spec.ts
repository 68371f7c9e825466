import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requester, type Response } from '../requester.js';
import { type FakeMonitoring, startFakeMonitoring } from './fake-monitoring.js';
import { monitoringReader } from './monitoring-reader.js';

const noon = Date.UTC(2024, 4, 1, 12, 0, 2, 500);
const fullType = 'Shop.PlaceOrder, Shop.Messages, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null';
let now: number;
let fake: FakeMonitoring;

beforeEach(async () => {
  now = noon;
  fake = await startFakeMonitoring({ clock: () => now });
});

afterEach(() => fake.stop());

function ask(target: string, method = 'GET'): Promise<Response> {
  return requester(fake.url).request(method, target);
}

describe('GET /monitored-endpoints/{endpointName}', () => {
  it('answers 200 with zeros for a name it does not know', async () => {
    const none = '{"timeAxisValues":[],"average":0,"points":[]}';
    const zero = '{"latest":0,"average":0}';

    expect((await ask('/monitored-endpoints/Nobody')).text).toBe(
      `{"digest":{"metrics":{"processingTime":${zero},"criticalTime":${zero},"retries":${zero},"throughput":${zero},` +
        `"queueLength":${zero}}},"instances":[],"messageTypes":[],"metricDetails":{"metrics":{"processingTime":${none},` +
        `"criticalTime":${none},"retries":${none},"throughput":${none},"queueLength":${none}}}}`,
    );
  });

  it('does not find a name in another letter case, though the path may be written in any', async () => {
    fake.hasEndpoint('Sales', { instances: ['a1'] });

    expect((await monitoringReader(fake.url).details('sales')).instances).toEqual([]);
    expect(JSON.parse((await ask('/MONITORED-Endpoints/Sales/')).text)).toMatchObject({ instances: [{ id: 'a1' }] });
  });

  it('decodes names once and leaves an escaped slash alone', async () => {
    for (const name of ['Zürich West', '100%25', 'a%2Fb']) fake.hasEndpoint(name);

    expect((await monitoringReader(fake.url).details('Z%C3%BCrich%20West')).instances).toHaveLength(1);
    expect((await monitoringReader(fake.url).details('100%2525')).instances).toHaveLength(1);
    expect((await monitoringReader(fake.url).details('a%2Fb')).instances).toHaveLength(1);
    expect((await monitoringReader(fake.url).details('a%2fb')).instances).toHaveLength(0);
    expect((await ask('/monitored-endpoints/a/b')).status).toBe(404);
  });

  it('shows latest and average, and the start of each bucket, oldest first', async () => {
    fake.receives(
      { endpoint: 'Sales', processingTime: 12, secondsAgo: 3 },
      { endpoint: 'Sales', processingTime: 20, secondsAgo: 9 },
    );

    const { digest, metricDetails } = await monitoringReader(fake.url).details('Sales');

    expect(digest.metrics.processingTime).toEqual({ latest: 12, average: 16 });
    expect(digest.metrics.retries).toEqual({ latest: 0, average: 0 });
    const axis = metricDetails.metrics.processingTime?.timeAxisValues ?? [];
    expect([axis.length, axis[0], axis[59]]).toEqual([60, '2024-05-01T11:55:00Z', '2024-05-01T11:59:55Z']);
    expect(metricDetails.metrics.retries).toEqual({ average: 0, points: [], timeAxisValues: [] });
  });

  it('reads the clock once for each metric, so that a boundary can fall between two', async () => {
    let reading = noon;
    const hurried = await startFakeMonitoring({ clock: () => (reading += 5_000) });
    hurried.receives({ endpoint: 'Sales', processingTime: 1, criticalTime: 1, retries: 1, queueLength: 1 });

    const answer = await monitoringReader(hurried.url).details('Sales');
    await hurried.stop();

    const { metrics } = answer.metricDetails;
    const ends = Object.values(metrics).map(({ timeAxisValues }) => Date.parse(timeAxisValues.at(-1) ?? ''));
    expect(ends.map((end) => end - (ends[0] ?? NaN))).toEqual([0, 5_000, 10_000, 15_000, 20_000]);
  });

  it('shows each instance with four metrics of its own', async () => {
    fake.hasEndpoint('Sales', { instances: [{ id: 'a1', name: 'host-a' }] });
    fake.receives({ endpoint: 'Sales', instance: 'b2', processingTime: 7, secondsAgo: 4 });

    const { instances } = await monitoringReader(fake.url).details('Sales');

    expect(instances.map(({ id, name, isStale }) => ({ id, name, isStale }))).toEqual([
      { id: 'a1', name: 'host-a', isStale: false },
      { id: 'b2', name: 'b2', isStale: false },
    ]);
    expect(Object.keys(instances[1]?.metrics ?? {})).toEqual([
      'processingTime',
      'criticalTime',
      'retries',
      'throughput',
    ]);
    expect(instances.map(({ metrics }) => metrics.throughput?.points.length)).toEqual([0, 60]);
  });

  it('shows each message type ever seen, the first of a list only', async () => {
    fake.receives(
      { endpoint: 'Sales', messageType: `${fullType};Shop.IOrder`, criticalTime: 7, secondsAgo: 4 },
      { endpoint: 'Sales', messageType: 'Shop.CancelOrder, Shop', retries: 1, secondsAgo: 4 },
      { endpoint: 'Sales', messageType: '', processingTime: 1 },
      { endpoint: 'Sales', messageType: 'sales-queue', queueLength: 4 },
    );

    const { messageTypes } = await monitoringReader(fake.url).details('Sales');

    expect(messageTypes.map(({ metrics: _, ...type }) => type)).toEqual([
      {
        id: fullType,
        typeName: 'Shop.PlaceOrder',
        assemblyName: 'Shop.Messages',
        assemblyVersion: '1.0.0.0',
        culture: '',
        publicKeyToken: '',
      },
      { id: 'Shop.CancelOrder, Shop', typeName: 'Shop.CancelOrder, Shop' },
      { id: 'sales-queue', typeName: 'sales-queue' },
    ]);
    expect(messageTypes.map(({ metrics }) => metrics.criticalTime?.average)).toEqual([7, 0, 0]);
    expect(messageTypes.map(({ metrics }) => metrics.retries?.points.length)).toEqual([0, 60, 0]);
  });
});

describe('DELETE /monitored-instance/{endpointName}/{instanceId}', () => {
  beforeEach(() => {
    fake.receives({ endpoint: 'Sales', instance: 'a1', processingTime: 10, secondsAgo: 4 });
    fake.receives({ endpoint: 'Sales', instance: 'b2', processingTime: 30, secondsAgo: 4 });
  });

  it.each(['/monitored-instance/Sales/a1', '/monitored-instance/Nobody/a1', '/monitored-instance/Sales/zz'])(
    'answers 200 without a body to %s',
    async (target) => {
      const answer = await ask(target, 'DELETE');

      expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '0']);
      expect(answer.headers['x-particular-version']).toBe('6.20.0');
    },
  );

  it('takes the instance off the lists and keeps its values', async () => {
    await ask('/monitored-instance/Sales/A1', 'DELETE');

    expect((await monitoringReader(fake.url).endpoints())[0]).toMatchObject({
      endpointInstanceIds: ['b2'],
      metrics: { processingTime: { average: 20 } },
    });
  });

  it('takes the endpoint off the list with its last instance, until it reports again', async () => {
    await ask('/monitored-instance/Sales/a1', 'DELETE');
    await ask('/monitored-instance/Sales/b2', 'DELETE');
    expect(await monitoringReader(fake.url).endpoints()).toEqual([]);
    expect((await monitoringReader(fake.url).details('Sales')).digest.metrics.processingTime?.average).toBe(20);

    fake.hasEndpoint('Sales', { instances: ['b2'] });
    expect((await monitoringReader(fake.url).endpoints())[0]).toMatchObject({
      name: 'Sales',
      metrics: { processingTime: { average: 20 } },
    });
  });
});
