import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeMonitoring } from '../support/fake-monitoring/fake-monitoring.js';
import type { Response } from '../support/requester.js';
import { fieldOfRows } from '../support/rows.js';
import { startInstalledFederation, type InstalledFederation } from '../support/start-installed-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];
type Metrics = Readonly<Record<string, { readonly average: number; readonly points: readonly number[] }>>;

const now = Date.parse('2024-05-01T10:00:00Z');
const list = '/monitoring/monitored-endpoints';
const settings = { federation: { nameMembersBy: 'key', microCache: '0s' } };
const members = Object.fromEntries(keys.map((key) => [key, { monitoring: { clock: () => now } }]));

let federation: InstalledFederation<Key>;

/** The same in every minute, so that the point where two members' windows are laid over each other does not matter. */
function reportsSteadily(
  monitoring: FakeMonitoring,
  report: {
    readonly endpoint: string;
    readonly instance: string;
    readonly times: number;
    readonly processingTime: number;
    readonly queueLength?: number;
  },
): void {
  for (let minutesAgo = 0; minutesAgo < 62; minutesAgo += 1) {
    monitoring.receives({ ...report, secondsAgo: 60 * minutesAgo + 30 });
  }
}

function fill({ eu, us, ap }: InstalledFederation<Key>['members']): void {
  reportsSteadily(eu.monitoring, { endpoint: 'Sales', instance: 's1', times: 3, processingTime: 100, queueLength: 4 });
  reportsSteadily(us.monitoring, { endpoint: 'Sales', instance: 's2', times: 1, processingTime: 200, queueLength: 5 });
  eu.monitoring.hasEndpoint('Sales', { instances: ['s3'], silentForSeconds: 300 });
  ap.monitoring.hasEndpoint('Billing', { silentForSeconds: 300 });
  ap.monitoring.hasEndpoint('sales', { instances: ['s4'] });
}

const twelveDigits = (number: number): number => Number(number.toPrecision(12));
const rows = (answer: Response) => answer.json as readonly { readonly name: string; readonly metrics: Metrics }[];
const get = (target: string) => federation.gateway.get(target);

describe('GET /monitoring/monitored-endpoints', () => {
  beforeAll(async () => {
    federation = await startInstalledFederation(keys, { members, settings });
    fill(federation.members);
  });

  afterEach(() => {
    for (const { monitoring } of federation.all) monitoring.faults.clear();
  });

  afterAll(() => federation.stop());

  it('has one row per name in exactly this spelling, with all members’ instances and counts', async () => {
    const answer = await get(`${list}?history=60`);

    expect(rows(answer)).toMatchObject([
      {
        name: 'Sales',
        isStale: false,
        endpointInstanceIds: ['s1', 's3', 's2'],
        disconnectedCount: 1,
        connectedCount: 2,
      },
      { name: 'Billing', isStale: true, endpointInstanceIds: ['Billing-1'], disconnectedCount: 1, connectedCount: 0 },
      { name: 'sales', isStale: false, endpointInstanceIds: ['s4'], disconnectedCount: 0, connectedCount: 1 },
    ]);
  });

  it('adds rates and lengths, and weighs times by how much was processed', async () => {
    const [sales] = rows(await get(`${list}?history=60`));

    const middle = (metric: string) => [...new Set(sales?.metrics[metric]?.points.slice(5, 55).map(twelveDigits))];
    expect(middle('throughput')).toEqual([twelveDigits(4 / 60)]);
    expect(middle('processingTime')).toEqual([125]);
    expect(middle('queueLength')).toEqual([9]);
    expect(sales?.metrics['throughput']?.average).toBeCloseTo(4 / 60, 10);
    expect(sales?.metrics['processingTime']?.average).toBeCloseTo(125, 10);
    expect(Object.values(sales?.metrics ?? {}).map(({ points }) => points.length)).toEqual([60, 0, 0, 60, 60]);
  });

  it('leaves series empty that nobody ever reported, and the row of one member as it is', async () => {
    const own = rows(await get(`/members/ap${list}?history=60`));

    const merged = rows(await get(`${list}?history=60`));

    expect(merged.slice(1)).toEqual(own);
    expect(merged[0]?.metrics['retries']).toEqual({ average: 0, points: [] });
    expect(merged[0]?.metrics['criticalTime']).toEqual({ average: 0, points: [] });
  });

  it('is stale when it is stale everywhere, judged by connected instances where members send them', async () => {
    // Members before 6.15 call an endpoint stale as soon as one instance is.
    const { eu, us } = federation.members;
    eu.monitoring.version = '6.14.0';
    us.monitoring.faults.add({
      kind: 'rewrite',
      text: (text) =>
        text.replace(/"isStale":false(.*?),"disconnectedCount":0,"connectedCount":1/g, '"isStale":true$1'),
    });

    const answer = await get(list);

    eu.monitoring.version = '6.20.0';
    expect(fieldOfRows(answer, 'isStale')[0]).toBe(false);
  });

  it.each([
    ['', 200],
    ['?history=', 200],
    ['?HISTORY=1', 200],
    ...['1', '5', '10', '15', '30', '60'].map((minutes): [string, number] => [`?history=${minutes}`, 200]),
    ['?history=5&history=7', 200],
    ...['0', '-1', '2', '7', '61', '4294967296', 'five', '1.5'].map((minutes): [string, number] => [
      `?history=${minutes}`,
      400,
    ]),
    ['?history=7&history=5', 400],
  ])('with %j answers %i, in place of members’ 500', async (query, status) => {
    for (const target of [`${list}${query}`, `${list}/Sales${query}`]) {
      const answer = await get(target);

      expect([target, answer.status]).toEqual([target, status]);
      if (status === 400) expect(answer.headers['content-type']).toBe('application/problem+json');
    }
  });

  it('asks members for the period that was asked for, five minutes unless said', async () => {
    await get(list);
    await get(`${list}?history=30`);

    for (const { monitoring } of federation.all) {
      expect(monitoring.requests.slice(-2).map(({ target }) => target)).toEqual([
        '/monitored-endpoints',
        '/monitored-endpoints?history=30',
      ]);
    }
  });

  it('has no validator, forbids storing and never answers 304', async () => {
    const answer = await federation.gateway.get(list, { headers: { 'if-none-match': '*' } });

    expect([answer.status, answer.headers.etag]).toEqual([200, undefined]);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect([answer.headers['total-count'], answer.headers.pragma]).toEqual([undefined, 'no-cache']);
  });
});

describe('GET /monitoring/monitored-endpoints/disconnected', () => {
  const disconnected = `${list}/disconnected`;

  async function start(mergeMonitoredEndpointsByName: boolean): Promise<void> {
    federation = await startInstalledFederation(keys, {
      members,
      settings: { federation: { ...settings.federation, mergeMonitoredEndpointsByName } },
    });
    federation.members.eu.monitoring.hasEndpoint('Sales', { silentForSeconds: 300 });
    federation.members.us.monitoring.hasEndpoint('Sales', { instances: ['live'] });
    federation.members.ap.monitoring.hasEndpoint('Billing', { silentForSeconds: 300 });
  }

  afterEach(() => federation.stop());

  it.each([
    ['by name', true, '1'],
    ['by member', false, '2'],
  ])('counts endpoints %s that nobody hears of, as a bare number', async (_, byName, expected) => {
    await start(byName);

    const answer = await get(disconnected);

    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      200,
      expected,
      'application/json; charset=utf-8',
    ]);
    expect((await get('/monitoring/Monitored-Endpoints/DISCONNECTED')).text).toBe(expected);
  });

  it('is a number as long as one member answers: ServicePulse takes a failure for a lost connection', async () => {
    await start(true);
    await federation.members.us.monitoring.stop();

    const answer = await get(disconnected);

    expect([answer.status, answer.text, answer.headers['x-particular-incomplete-results']]).toEqual([
      200,
      '2',
      'us:unavailable',
    ]);
  });
});

describe('endpoints that are not merged by name', () => {
  beforeAll(async () => {
    federation = await startInstalledFederation(keys, {
      members,
      settings: { federation: { ...settings.federation, mergeMonitoredEndpointsByName: false } },
    });
    fill(federation.members);
    federation.members.us.monitoring.hasEndpoint('A/B & C', { instances: ['x'] });
  });

  afterAll(() => federation.stop());

  it('are listed with their member’s key', async () => {
    expect(fieldOfRows(await get(list), 'name')).toEqual([
      'Sales (eu)',
      'Sales (us)',
      'A/B & C (us)',
      'Billing (ap)',
      'sales (ap)',
    ]);
  });

  it.each([
    ['Sales%20(us)', 'us', '/monitored-endpoints/Sales?history=60', ['s2']],
    ['A%2FB%20&%20C%20(us)', 'us', '/monitored-endpoints/A%2FB%20%26%20C?history=60', []],
  ])('are found again under the name %s, at that member alone', async (name, key, target, instances) => {
    for (const { monitoring } of federation.all) monitoring.clearRequests();

    const answer = await get(`${list}/${name}?history=60`);

    const shown = (answer.json as { instances: readonly { id: string }[] }).instances;
    expect(shown.map(({ id }) => id)).toEqual(instances);
    const asked = federation.all.map(({ monitoring }) => monitoring.requests.map((request) => request.target));
    expect(asked).toEqual(keys.map((other) => (other === key ? [target] : [])));
  });

  it('have their instances removed at that member alone', async () => {
    for (const { monitoring } of federation.all) monitoring.clearRequests();

    const answer = await federation.gateway.request('DELETE', '/monitoring/monitored-instance/Sales%20(eu)/s3');

    expect(answer.headers['x-federation-outcome']).toBe('eu=200, us=not-asked, ap=not-asked');
    expect(federation.members.eu.monitoring.requests[0]?.target).toBe('/monitored-instance/Sales/s3');
    expect(fieldOfRows(await get(list), 'endpointInstanceIds')[0]).toEqual(['s1']);
  });
});
