import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requester, type Response } from '../requester.js';
import { type FakeMonitoring, startFakeMonitoring } from './fake-monitoring.js';
import { monitoringReader } from './monitoring-reader.js';

const noon = Date.UTC(2024, 4, 1, 12, 0, 2, 500);
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

describe('GET /monitored-endpoints', () => {
  it('is an empty list when nothing has reported', async () => {
    expect((await ask('/monitored-endpoints')).text).toBe('[]');
  });

  it('shows an endpoint that only announced itself without a single point', async () => {
    fake.hasEndpoint('Sales', { instances: ['a1'] });

    expect((await ask('/monitored-endpoints/')).text).toBe(
      '[{"name":"Sales","isStale":false,"endpointInstanceIds":["a1"],"metrics":{' +
        '"processingTime":{"average":0,"points":[]},"criticalTime":{"average":0,"points":[]},' +
        '"retries":{"average":0,"points":[]},"throughput":{"average":0,"points":[]},' +
        '"queueLength":{"average":0,"points":[]}},"disconnectedCount":0,"connectedCount":1}]',
    );
  });

  it('has sixty points for good once one value came, zeros included', async () => {
    fake.receives({ endpoint: 'Sales', processingTime: 10 });
    now += 3 * 3_600_000;
    fake.hasEndpoint('Sales');

    const [sales] = await monitoringReader(fake.url).endpoints();

    expect(sales?.metrics.processingTime).toEqual({ average: 0, points: new Array(60).fill(0) });
    expect(sales?.metrics.throughput?.points).toHaveLength(60);
    expect(sales?.metrics.criticalTime?.points).toEqual([]);
  });

  it('weighs timings by measurements and counts throughput from them', async () => {
    fake.receives(
      { endpoint: 'Sales', processingTime: 10, times: 3, secondsAgo: 4 },
      { endpoint: 'Sales', instance: 'b', processingTime: 50, secondsAgo: 9 },
    );

    const [sales] = await monitoringReader(fake.url).endpoints();

    expect(sales?.metrics.processingTime?.points.slice(-2)).toEqual([50, 10]);
    expect(sales?.metrics.processingTime?.average).toBe(20);
    expect(sales?.metrics.throughput?.points.slice(-2)).toEqual([0.2, 0.6]);
    expect(sales?.metrics.throughput?.average).toBeCloseTo(4 / 300, 12);
  });

  it('writes very small numbers as .NET does', async () => {
    fake.receives({ endpoint: 'Sales', processingTime: 0.00001, secondsAgo: 4 });

    expect((await ask('/monitored-endpoints')).text).toContain('"processingTime":{"average":1E-05,');
  });

  it('does not offer the bucket that is still running', async () => {
    fake.receives({ endpoint: 'Sales', criticalTime: -5 });

    expect((await monitoringReader(fake.url).endpoints())[0]?.metrics.criticalTime?.points.at(-1)).toBe(0);
    now += 2_500;
    expect((await monitoringReader(fake.url).endpoints())[0]?.metrics.criticalTime?.points.at(-1)).toBe(-5);
  });

  it('holds back one bucket more for the one-minute period', async () => {
    fake.receives({ endpoint: 'Sales', retries: 2 });

    now += 1_499;
    expect((await monitoringReader(fake.url).endpoints('?history=1'))[0]?.metrics.retries?.points.at(-1)).toBe(0);
    now += 1;
    expect((await monitoringReader(fake.url).endpoints('?history=1'))[0]?.metrics.retries?.points.at(-1)).toBe(2);
  });

  it('keeps names apart that differ in letter case', async () => {
    fake.hasEndpoint('Sales');
    fake.hasEndpoint('sales');

    expect((await monitoringReader(fake.url).endpoints()).map(({ name }) => name)).toEqual(['Sales', 'sales']);
  });

  it('adds the queues of an endpoint', async () => {
    fake.receives(
      { endpoint: 'Sales', queueLength: 3, secondsAgo: 4 },
      { endpoint: 'Sales', queueLength: 8, queue: 'Sales-priority', secondsAgo: 4 },
    );

    expect((await monitoringReader(fake.url).endpoints())[0]?.metrics.queueLength).toMatchObject({ average: 11 });
  });
});

describe('staleness', () => {
  beforeEach(() => {
    fake.hasEndpoint('Sales', { instances: ['a', { id: 'b', silentForSeconds: 41 }] });
  });

  it.each([
    ['6.15.0', false],
    ['6.14.9', true],
  ])('of an endpoint with one silent instance in version %s is %p', async (version, isStale) => {
    fake.version = version;

    expect((await monitoringReader(fake.url).endpoints())[0]).toMatchObject({
      isStale,
      connectedCount: 1,
      disconnectedCount: 1,
    });
  });

  it('counts names with silent instances only as disconnected, as a bare number', async () => {
    fake.hasEndpoint('Billing', { instances: ['a', 'b'], silentForSeconds: 'forever' });

    expect((await ask('/monitored-endpoints/disconnected')).text).toBe('1');
    now += 38_000;
    fake.receives({ endpoint: 'Billing', instance: 'a', processingTime: 1, secondsAgo: 300 });
    now += 3_000;
    expect((await ask('/monitored-endpoints/DISCONNECTED')).text).toBe('1');
    now += 38_000;
    expect((await ask('/monitored-endpoints/disconnected')).text).toBe('2');
  });

  it('leaves the counts out before 4.9', async () => {
    fake.version = '4.8.0';

    expect(Object.keys((await monitoringReader(fake.url).endpoints())[0] ?? {})).toEqual([
      'name',
      'isStale',
      'endpointInstanceIds',
      'metrics',
    ]);
  });

  it('ends in removal an hour later', async () => {
    now += 66 * 60_000;

    expect(await monitoringReader(fake.url).endpoints()).toEqual([]);
  });

  it("follows the instance's own clock", async () => {
    fake.clockOffsetMs = 60_000;

    expect((await monitoringReader(fake.url).endpoints())[0]).toMatchObject({ isStale: true, connectedCount: 0 });
  });
});

describe('an endpoint that keeps reporting', () => {
  beforeEach(() => {
    fake.keepsReporting({ endpoint: 'Sales', perSecond: 2, processingTime: 10, criticalTime: 30, queueLength: 5 });
  });

  it('has a full hour behind it at once', async () => {
    const [sales] = await monitoringReader(fake.url).endpoints('?history=60');

    expect(new Set(sales?.metrics.throughput?.points.slice(1))).toEqual(new Set([2]));
    expect(sales?.metrics.processingTime?.average).toBeCloseTo(10, 1);
    expect(sales?.metrics.queueLength?.average).toBe(5);
  });

  it('goes on for as long as it is asked', async () => {
    await monitoringReader(fake.url).endpoints();
    now += 3 * 3_600_000;

    expect((await monitoringReader(fake.url).endpoints())[0]).toMatchObject({
      isStale: false,
      metrics: { throughput: { average: 2 } },
    });
  });

  it('falls silent when it is told to', async () => {
    fake.stopsReporting('Sales');
    now += 41_000;

    expect((await monitoringReader(fake.url).endpoints())[0]).toMatchObject({ isStale: true, connectedCount: 0 });
  });

  it('is alive between two reports that lie far apart, and right after it was removed', async () => {
    fake.keepsReporting({ endpoint: 'Rare', perSecond: 0.01, processingTime: 10 });
    await ask('/monitored-instance/Rare/Rare-1', 'DELETE');
    now += 50_000;

    expect((await monitoringReader(fake.url).endpoints()).find(({ name }) => name === 'Rare')).toMatchObject({
      isStale: false,
    });
  });

  it('is back after a restart', async () => {
    await monitoringReader(fake.url).endpoints();
    fake.forgetEverything();
    now += 10_000;

    expect((await monitoringReader(fake.url).endpoints())[0]?.metrics.throughput?.points.slice(-3)).toEqual([
      0, 0.8, 2,
    ]);
  });
});
