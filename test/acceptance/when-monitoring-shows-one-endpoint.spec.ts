import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Measurement } from '../support/fake-monitoring/monitoring-state.js';
import { startInstalledFederation, type InstalledFederation } from '../support/start-installed-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

interface Series {
  readonly average: number;
  readonly points: readonly number[];
  readonly timeAxisValues: readonly string[];
}
type Metrics = Readonly<Record<string, Series>>;
interface Part {
  readonly id: string;
  readonly isStale?: boolean;
  readonly metrics: Metrics;
}
interface Details {
  readonly digest: {
    readonly metrics: Readonly<Record<string, { readonly latest: number; readonly average: number }>>;
  };
  readonly instances: readonly Part[];
  readonly messageTypes: readonly Part[];
  readonly metricDetails: { readonly metrics: Metrics };
}

const now = Date.parse('2024-05-01T10:00:02Z');
/** The us member's clock is one bucket of the five-minute period ahead. */
const aheadMs = 5000;
const route = '/monitoring/monitored-endpoints';
const metricNames = ['processingTime', 'criticalTime', 'retries', 'throughput', 'queueLength'];

let federation: InstalledFederation<Key>;

beforeEach(async () => {
  const monitoring = { clock: () => now };
  federation = await startInstalledFederation(keys, {
    members: { eu: { monitoring }, us: { monitoring: { ...monitoring, clockOffsetMs: aheadMs } }, ap: { monitoring } },
    settings: { federation: { nameMembersBy: 'key', microCache: '0s' } },
  });
});

afterEach(() => federation.stop());

const get = (target: string) => federation.gateway.get(target);
const details = async (query = '?history=5') => (await get(`${route}/Sales${query}`)).json as Details;

/** Reports values measured at a time of day, whatever the member's own clock says. */
function reports(key: Key, at: string, values: Omit<Measurement, 'endpoint' | 'secondsAgo'>): void {
  const { monitoring } = federation.members[key];
  const secondsAgo = (monitoring.now() - Date.parse(`2024-05-01T${at}Z`)) / 1000;
  monitoring.receives({ endpoint: 'Sales', ...values, secondsAgo });
}

/** The point of a series for a time of day. */
function pointAt(series: Series | undefined, at: string): number | undefined {
  return series?.points[series.timeAxisValues.indexOf(`2024-05-01T${at}Z`)];
}

describe('GET /monitoring/monitored-endpoints/{endpointName}', () => {
  it('lays series over each other by their time axes, although the members’ clocks are a bucket apart', async () => {
    reports('eu', '09:58:01', { processingTime: 100, times: 3, queueLength: 7 });
    reports('us', '09:58:02', { processingTime: 200, times: 1, queueLength: 5 });
    reports('us', '09:59:11', { processingTime: 50, times: 5 });

    const { metrics } = (await details()).metricDetails;

    expect(pointAt(metrics['throughput'], '09:58:00')).toBe(4 / 5);
    expect(pointAt(metrics['processingTime'], '09:58:00')).toBeCloseTo(125, 10);
    expect(pointAt(metrics['queueLength'], '09:58:00')).toBe(12);
    expect(pointAt(metrics['throughput'], '09:59:10')).toBe(1);
    expect(pointAt(metrics['processingTime'], '09:59:10')).toBe(50);
  });

  it('has the union of the members’ time axes, the oldest moment first', async () => {
    reports('eu', '09:58:01', { processingTime: 100 });
    reports('us', '09:58:01', { processingTime: 100 });

    const { timeAxisValues = [], points = [] } = (await details()).metricDetails.metrics['throughput'] ?? {};

    expect([timeAxisValues.length, points.length]).toEqual([61, 61]);
    expect([timeAxisValues[0], timeAxisValues.at(-1)]).toEqual(['2024-05-01T09:55:00Z', '2024-05-01T10:00:00Z']);
    expect(timeAxisValues).toEqual([...timeAxisValues].sort());
  });

  it('takes the digest from what was merged, averages weighted by throughput', async () => {
    reports('eu', '09:58:01', { processingTime: 100, times: 3 });
    reports('us', '09:58:01', { processingTime: 200, times: 1 });
    reports('us', '10:00:01', { processingTime: 40, times: 2 });

    const { digest, metricDetails } = await details();

    expect(digest.metrics['throughput']).toEqual({
      latest: 0.4,
      average: metricDetails.metrics['throughput']?.average,
    });
    expect(digest.metrics['processingTime']?.latest).toBe(40);
    expect(digest.metrics['processingTime']?.average).toBeCloseTo((3 * 100 + 200 + 2 * 40) / 6, 10);
    expect(digest.metrics['retries']).toEqual({ latest: 0, average: 0 });
  });

  it('merges instances and message types by id, and an instance is stale when it is so everywhere', async () => {
    reports('eu', '09:58:01', { instance: 'both', messageType: 'Shop.A', processingTime: 100 });
    reports('us', '09:58:01', { instance: 'both', messageType: 'Shop.A', processingTime: 300 });
    reports('us', '09:58:01', { instance: 'us-only', messageType: 'Shop.B', processingTime: 5 });
    federation.members.eu.monitoring.hasEndpoint('Sales', { instances: ['both', 'old'], silentForSeconds: 300 });

    const { instances, messageTypes, metricDetails } = await details();

    expect(instances.map(({ id, isStale }) => [id, isStale])).toEqual([
      ['both', false],
      ['old', true],
      ['us-only', false],
    ]);
    expect(messageTypes.map(({ id }) => id)).toEqual(['Shop.A', 'Shop.B']);
    const [both] = instances;
    expect(Object.keys(both?.metrics ?? {})).toEqual(metricNames.slice(0, 4));
    const at = metricDetails.metrics['throughput']?.timeAxisValues.indexOf('2024-05-01T09:58:00Z') ?? -1;
    expect(both?.metrics['throughput']?.points[at]).toBe(2 / 5);
    expect(both?.metrics['processingTime']?.points[at]).toBe(200);
  });

  it('is one member’s own, byte for byte, when no other has the endpoint: all answer 200 to any name', async () => {
    reports('us', '09:58:01', { processingTime: 10 / 3, criticalTime: 0.00001 });

    const own = await get(`/members/us${route}/Sales?history=5`);

    expect((await get(`${route}/Sales?history=5`)).text).toBe(own.text);
    expect(own.text).toContain('1E-05');
  });

  it('is empty and not a 404 for a name that nobody knows, or knows in another letter case', async () => {
    reports('us', '09:58:01', { processingTime: 1 });

    const answer = await get(`${route}/sales`);

    expect([answer.status, answer.json]).toMatchObject([200, { instances: [], messageTypes: [] }]);
    expect(Object.keys((answer.json as Details).digest.metrics)).toEqual(metricNames);
  });

  it('keeps a series empty that no member ever reported', async () => {
    reports('eu', '09:58:01', { processingTime: 1 });
    reports('us', '09:58:01', { processingTime: 1 });

    const { metrics } = (await details()).metricDetails;

    expect(metrics['retries']).toEqual({ timeAxisValues: [], average: 0, points: [] });
  });

  it('holds what the others have while a member is away, and names it', async () => {
    reports('eu', '09:58:01', { instance: 'a', processingTime: 1 });
    reports('us', '09:58:01', { instance: 'b', processingTime: 1 });
    await federation.members.us.monitoring.stop();

    const answer = await get(`${route}/Sales?history=5`);

    expect((answer.json as Details).instances.map(({ id }) => id)).toEqual(['a']);
    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([200, 'us:unavailable']);
  });

  it('reaches members with the name as it came', async () => {
    const name = 'A%2FB%20%26%20C%25';
    await get(`${route}/${name}?history=5`);

    for (const { monitoring } of federation.all) {
      expect(monitoring.requests.at(-1)?.target).toBe(`/monitored-endpoints/${name}?history=5`);
    }
  });
});

describe('DELETE /monitoring/monitored-instance/{endpointName}/{instanceId}', () => {
  it('removes the instance everywhere: members do not mind names they do not know', async () => {
    federation.members.eu.monitoring.hasEndpoint('My Sales', { instances: ['i/1', 'i2'] });
    federation.members.us.monitoring.hasEndpoint('My Sales', { instances: ['i2'] });

    const answer = await federation.gateway.request('DELETE', '/monitoring/monitored-instance/My%20Sales/I2');

    expect([answer.status, answer.text, answer.headers['x-federation-outcome']]).toEqual([
      200,
      '',
      'eu=200, us=200, ap=200',
    ]);
    expect((await get(route)).json).toMatchObject([{ name: 'My Sales', endpointInstanceIds: ['i/1'] }]);
    for (const { monitoring } of federation.all) {
      expect(monitoring.requestsTo('DELETE', '/').map(({ target }) => target)).toEqual([
        '/monitored-instance/My%20Sales/I2',
      ]);
    }
  });

  it('is done where it could be done, and says where it was not', async () => {
    await federation.members.ap.monitoring.stop();

    const answer = await federation.gateway.request('DELETE', '/monitoring/monitored-instance/Sales/i');

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([200, 'eu=200, us=200, ap=unavailable']);
    expect(answer.headers['x-particular-incomplete-results']).toBe('ap:unavailable');
  });
});
