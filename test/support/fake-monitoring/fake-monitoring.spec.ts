import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeMonitoring, startFakeMonitoring } from './fake-monitoring.js';
import { requester, type Response } from '../requester.js';

const noon = Date.UTC(2024, 4, 1, 12, 0, 2, 500);
const fullType = 'Shop.PlaceOrder, Shop.Messages, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null';
let now: number;
let fake: FakeMonitoring;

beforeEach(async () => {
  now = noon;
  fake = await startFakeMonitoring({ clock: () => now, version: '6.20.0-alpha.3+Branch.master.Sha.1' });
});

afterEach(() => fake.stop());

/** The values of a header, one for each line it came in. */
function linesOf({ rawHeaders }: Response, name: string): readonly string[] {
  return rawHeaders.filter((_, k) => k % 2 === 1 && rawHeaders[k - 1]?.toLowerCase() === name.toLowerCase());
}

function ask(target: string, method = 'GET', headers: Record<string, string> = {}): Promise<Response> {
  return requester(fake.url).request(method, target, { headers });
}

/** A JSON document as far as a test looks into it. */
interface Shown {
  readonly average: number;
  readonly points: readonly number[];
  readonly latest: number;
  readonly timeAxisValues: readonly string[];
}
type ShownMetrics = Readonly<Record<string, Shown>>;
interface ShownEndpoint {
  readonly name: string;
  readonly isStale: boolean;
  readonly endpointInstanceIds: readonly string[];
  readonly metrics: ShownMetrics;
  readonly connectedCount?: number;
  readonly disconnectedCount?: number;
}
interface ShownDetails {
  readonly digest: { readonly metrics: ShownMetrics };
  readonly instances: readonly { name: string; id: string; isStale: boolean; metrics: ShownMetrics }[];
  readonly messageTypes: readonly { id: string; typeName: string; assemblyName?: string; metrics: ShownMetrics }[];
  readonly metricDetails: { readonly metrics: ShownMetrics };
}

async function endpoints(query = ''): Promise<readonly ShownEndpoint[]> {
  return JSON.parse((await ask(`/monitored-endpoints${query}`)).text) as readonly ShownEndpoint[];
}

async function details(name: string): Promise<ShownDetails> {
  return JSON.parse((await ask(`/monitored-endpoints/${name}`)).text) as ShownDetails;
}

describe('GET /', () => {
  it('says what it is and its version without build metadata, and nothing else', async () => {
    const answer = await ask('/');

    expect(answer.text).toBe('{"instanceType":"monitoring","version":"6.20.0-alpha.3"}');
    expect(answer.headers['x-particular-version']).toBe('6.20.0-alpha.3');
  });
});

describe('headers', () => {
  it('forbid keeping answers made by a controller', async () => {
    const answer = await ask('/monitored-endpoints');

    expect(
      ['Cache-Control', 'Expires', 'Pragma', 'Last-Modified', 'Vary', 'Content-Type', 'Transfer-Encoding'].map(
        (name) => answer.headers[name.toLowerCase()],
      ),
    ).toEqual([
      'private, max-age=0, no-cache, must-revalidate, proxy-revalidate, no-store',
      'Tue, 03 Jul 2001 06:00:00 GMT',
      'no-cache',
      'Wed, 01 May 2024 12:00:02 GMT',
      'Accept',
      'application/json; charset=utf-8',
      'chunked',
    ]);
  });

  it.each(['ETag', 'Total-Count', 'Link', 'Content-Encoding', 'Connection', 'Keep-Alive'])(
    'never hold %s',
    async (name) => {
      const answer = await ask('/monitored-endpoints', 'GET', { 'Accept-Encoding': 'br, gzip', 'If-None-Match': '*' });

      expect(answer.status).toBe(200);
      expect(answer.headers[name.toLowerCase()]).toBeUndefined();
    },
  );

  it.each([
    ['GET', '/nothing', 404],
    ['POST', '/monitored-endpoints', 405],
  ] as const)("of %s %s are the server's own only", async (method, target, status) => {
    const answer = await ask(target, method);

    expect(answer.status).toBe(status);
    expect(answer.headers['request-id']).toMatch(/^\w{13}:[0-9A-F]{8}$/);
    expect([answer.text, answer.headers['cache-control'], answer.headers['x-particular-version']]).toEqual([
      '',
      undefined,
      undefined,
    ]);
  });
});

describe('methods', () => {
  it.each([
    ['HEAD', '/', 'GET, OPTIONS'],
    ['HEAD', '/monitored-endpoints', 'GET'],
    ['OPTIONS', '/monitored-endpoints', 'GET'],
    ['GET', '/monitored-instance/Sales/a1', 'DELETE'],
    ['DELETE', '/monitored-endpoints/Sales', 'GET'],
  ])('%s %s is answered with 405 and Allow: %s', async (method, target, allow) => {
    const answer = await ask(target, method);

    expect([answer.status, answer.headers.allow, answer.text]).toEqual([405, allow, '']);
  });

  it('are told by OPTIONS / in three header lines', async () => {
    const answer = await ask('/', 'OPTIONS');

    expect(answer.status).toBe(200);
    expect(linesOf(answer, 'Allow')).toEqual(['GET', 'DELETE', 'PATCH']);
    expect(answer.headers['access-control-expose-headers']).toBe('Allow');
    expect(answer.headers['content-length']).toBe('0');
  });
});

describe('another origin', () => {
  const origin = { Origin: 'http://pulse' };

  it('may read the listed headers, and Allow is not among them', async () => {
    const answer = await ask('/', 'OPTIONS', origin);

    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(linesOf(answer, 'Access-Control-Expose-Headers')).toEqual([
      'ETag,Last-Modified,Link,Total-Count,X-Particular-Version,Request-Id',
    ]);
  });

  it('gets 204 for a preflight on any path, without reaching a controller', async () => {
    const answer = await ask('/nothing', 'OPTIONS', { ...origin, 'Access-Control-Request-Method': 'DELETE' });

    expect([answer.status, answer.text, answer.headers['x-particular-version']]).toEqual([204, '', undefined]);
    expect(answer.headers['access-control-allow-methods']).toBe('POST,GET,PUT,DELETE,OPTIONS,PATCH,HEAD');
  });

  it('is told apart when origins are listed, but its request is carried out all the same', async () => {
    fake.cors = ['http://pulse', 'http://other'];

    const known = await ask('/', 'GET', origin);
    const stranger = await ask('/', 'GET', { Origin: 'http://evil' });

    expect([known.headers['access-control-allow-origin'], known.headers['access-control-allow-credentials']]).toEqual([
      'http://pulse',
      'true',
    ]);
    expect(known.headers.vary).toBe('Accept, Origin');
    expect([stranger.status, stranger.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });
});

describe('history', () => {
  it.each(['', '?history=', '?history=1', '?HISTORY=60', '?history=5&history=7'])('accepts %p', async (query) => {
    expect((await ask(`/monitored-endpoints${query}`)).status).toBe(200);
  });

  it.each(['/monitored-endpoints?history=7', '/monitored-endpoints?HISTORY=0', '/monitored-endpoints/Sales?history=7'])(
    'of a number that is no period lets %s fail without any header of the application',
    async (target) => {
      const answer = await ask(target, 'GET', { Origin: 'http://pulse' });

      expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([500, '', '0']);
      expect(
        ['Request-Id', 'X-Particular-Version', 'Access-Control-Allow-Origin'].map(
          (name) => answer.headers[name.toLowerCase()],
        ),
      ).toEqual([undefined, undefined, undefined]);
    },
  );

  it('that is no number is a bad request with the headers of a controller', async () => {
    const answer = await ask('/monitored-endpoints?history=abc');

    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8']);
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 400,
      errors: { history: ["The value 'abc' is not valid."] },
    });
    expect(answer.headers['cache-control']).toContain('no-store');
  });
});

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

    const [sales] = await endpoints();

    expect(sales?.metrics.processingTime).toEqual({ average: 0, points: new Array(60).fill(0) });
    expect(sales?.metrics.throughput?.points).toHaveLength(60);
    expect(sales?.metrics.criticalTime?.points).toEqual([]);
  });

  it('weighs timings by measurements and counts throughput from them', async () => {
    fake.receives(
      { endpoint: 'Sales', processingTime: 10, times: 3, secondsAgo: 4 },
      { endpoint: 'Sales', instance: 'b', processingTime: 50, secondsAgo: 9 },
    );

    const [sales] = await endpoints();

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

    expect((await endpoints())[0]?.metrics.criticalTime?.points.at(-1)).toBe(0);
    now += 2_500;
    expect((await endpoints())[0]?.metrics.criticalTime?.points.at(-1)).toBe(-5);
  });

  it('holds back one bucket more for the one-minute period', async () => {
    fake.receives({ endpoint: 'Sales', retries: 2 });

    now += 1_499;
    expect((await endpoints('?history=1'))[0]?.metrics.retries?.points.at(-1)).toBe(0);
    now += 1;
    expect((await endpoints('?history=1'))[0]?.metrics.retries?.points.at(-1)).toBe(2);
  });

  it('keeps names apart that differ in letter case', async () => {
    fake.hasEndpoint('Sales');
    fake.hasEndpoint('sales');

    expect((await endpoints()).map(({ name }) => name)).toEqual(['Sales', 'sales']);
  });

  it('adds the queues of an endpoint', async () => {
    fake.receives(
      { endpoint: 'Sales', queueLength: 3, secondsAgo: 4 },
      { endpoint: 'Sales', queueLength: 8, queue: 'Sales-priority', secondsAgo: 4 },
    );

    expect((await endpoints())[0]?.metrics.queueLength).toMatchObject({ average: 11 });
  });
});

describe('staleness', () => {
  beforeEach(() => fake.hasEndpoint('Sales', { instances: ['a', { id: 'b', silentForSeconds: 41 }] }));

  it.each([
    ['6.15.0', false],
    ['6.14.9', true],
  ])('of an endpoint with one silent instance in version %s is %p', async (version, isStale) => {
    fake.version = version;

    expect((await endpoints())[0]).toMatchObject({ isStale, connectedCount: 1, disconnectedCount: 1 });
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

    expect(Object.keys((await endpoints())[0] ?? {})).toEqual(['name', 'isStale', 'endpointInstanceIds', 'metrics']);
  });

  it('ends in removal an hour later', async () => {
    now += 66 * 60_000;

    expect(await endpoints()).toEqual([]);
  });

  it("follows the instance's own clock", async () => {
    fake.clockOffsetMs = 60_000;

    expect((await endpoints())[0]).toMatchObject({ isStale: true, connectedCount: 0 });
  });
});

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

    expect((await details('sales')).instances).toEqual([]);
    expect(JSON.parse((await ask('/MONITORED-Endpoints/Sales/')).text)).toMatchObject({ instances: [{ id: 'a1' }] });
  });

  it('decodes names once and leaves an escaped slash alone', async () => {
    for (const name of ['Zürich West', '100%25', 'a%2Fb']) fake.hasEndpoint(name);

    expect((await details('Z%C3%BCrich%20West')).instances).toHaveLength(1);
    expect((await details('100%2525')).instances).toHaveLength(1);
    expect((await details('a%2Fb')).instances).toHaveLength(1);
    expect((await details('a%2fb')).instances).toHaveLength(0);
    expect((await ask('/monitored-endpoints/a/b')).status).toBe(404);
  });

  it('shows latest and average, and the start of each bucket, oldest first', async () => {
    fake.receives(
      { endpoint: 'Sales', processingTime: 12, secondsAgo: 3 },
      { endpoint: 'Sales', processingTime: 20, secondsAgo: 9 },
    );

    const { digest, metricDetails } = await details('Sales');

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

    const answer = await requester(hurried.url).get('/monitored-endpoints/Sales');
    await hurried.stop();

    const { metrics } = (JSON.parse(answer.text) as ShownDetails).metricDetails;
    const ends = Object.values(metrics).map(({ timeAxisValues }) => Date.parse(timeAxisValues.at(-1) ?? ''));
    expect(ends.map((end) => end - (ends[0] ?? NaN))).toEqual([0, 5_000, 10_000, 15_000, 20_000]);
  });

  it('shows each instance with four metrics of its own', async () => {
    fake.hasEndpoint('Sales', { instances: [{ id: 'a1', name: 'host-a' }] });
    fake.receives({ endpoint: 'Sales', instance: 'b2', processingTime: 7, secondsAgo: 4 });

    const { instances } = await details('Sales');

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

    const { messageTypes } = await details('Sales');

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
      expect(answer.headers['x-particular-version']).toBe('6.20.0-alpha.3');
    },
  );

  it('takes the instance off the lists and keeps its values', async () => {
    await ask('/monitored-instance/Sales/A1', 'DELETE');

    expect((await endpoints())[0]).toMatchObject({
      endpointInstanceIds: ['b2'],
      metrics: { processingTime: { average: 20 } },
    });
  });

  it('takes the endpoint off the list with its last instance, until it reports again', async () => {
    await ask('/monitored-instance/Sales/a1', 'DELETE');
    await ask('/monitored-instance/Sales/b2', 'DELETE');
    expect(await endpoints()).toEqual([]);
    expect((await details('Sales')).digest.metrics.processingTime?.average).toBe(20);

    fake.hasEndpoint('Sales', { instances: ['b2'] });
    expect((await endpoints())[0]).toMatchObject({ name: 'Sales', metrics: { processingTime: { average: 20 } } });
  });
});

describe('an endpoint that keeps reporting', () => {
  beforeEach(() =>
    fake.keepsReporting({ endpoint: 'Sales', perSecond: 2, processingTime: 10, criticalTime: 30, queueLength: 5 }),
  );

  it('has a full hour behind it at once', async () => {
    const [sales] = await endpoints('?history=60');

    expect(new Set(sales?.metrics.throughput?.points.slice(1))).toEqual(new Set([2]));
    expect(sales?.metrics.processingTime?.average).toBeCloseTo(10, 1);
    expect(sales?.metrics.queueLength?.average).toBe(5);
  });

  it('goes on for as long as it is asked', async () => {
    await endpoints();
    now += 3 * 3_600_000;

    expect((await endpoints())[0]).toMatchObject({ isStale: false, metrics: { throughput: { average: 2 } } });
  });

  it('falls silent when it is told to', async () => {
    fake.stopsReporting('Sales');
    now += 41_000;

    expect((await endpoints())[0]).toMatchObject({ isStale: true, connectedCount: 0 });
  });

  it('is alive between two reports that lie far apart, and right after it was removed', async () => {
    fake.keepsReporting({ endpoint: 'Rare', perSecond: 0.01, processingTime: 10 });
    await ask('/monitored-instance/Rare/Rare-1', 'DELETE');
    now += 50_000;

    expect((await endpoints()).find(({ name }) => name === 'Rare')).toMatchObject({ isStale: false });
  });

  it('is back after a restart', async () => {
    await endpoints();
    fake.forgetEverything();
    now += 10_000;

    expect((await endpoints())[0]?.metrics.throughput?.points.slice(-3)).toEqual([0, 0.8, 2]);
  });
});

describe('GET /connection and GET /license', () => {
  it('shows the connection in PascalCase with cautious escapes', async () => {
    fake.metricsQueue = 'Überwachung@host';

    expect((await ask('/connection')).text).toBe(
      '{"Metrics":{"Enabled":true,"MetricsQueue":"\\u00DCberwachung@host","Interval":"00:00:01"}}',
    );
  });

  it('shows the six fields of the license', async () => {
    fake.license = { ...fake.license, status: 'invalid', expirationDate: '2024-04-01T00:00:00.0000000' };

    expect((await ask('/license?refresh=true')).text).toBe(
      '{"trialLicense":false,"edition":"Enterprise","registeredTo":"Example Shop",' +
        '"upgradeProtectionExpiration":"2099-12-31T00:00:00.0000000","expirationDate":"2024-04-01T00:00:00.0000000",' +
        '"status":"invalid"}',
    );
    expect((await ask('/license?refresh=1')).status).toBe(400);
  });
});

describe('older versions', () => {
  it.each([
    ['4.7.9', '/', 'OPTIONS', 405],
    ['4.8.0', '/', 'OPTIONS', 200],
    ['6.17.0', '/api/my/routes', 'GET', 404],
    ['6.18.0-alpha.1', '/api/my/routes', 'GET', 404],
    ['6.18.0', '/api/my/routes', 'GET', 500],
  ])('%s answers %s %s with %p', async (version, target, method, status) => {
    fake.version = version;

    expect((await ask(target, method)).status).toBe(status);
  });

  it.each([
    ['6.17.9', 0],
    ['6.18.0', 1],
  ])('%s sends %p Request-Id', async (version, count) => {
    fake.version = version;

    expect(linesOf(await ask('/'), 'Request-Id')).toHaveLength(count);
  });
});

describe('faults', () => {
  it('keep a removal from being carried out when they stand in the place of the answer', async () => {
    fake.hasEndpoint('Sales');
    fake.faults.add({ kind: 'crash' }, { method: 'DELETE' });

    const answer = await ask('/monitored-instance/Sales/Sales-1', 'DELETE', { Origin: 'http://pulse' });

    expect([answer.status, answer.text, answer.headers['access-control-allow-origin']]).toEqual([500, '', undefined]);
    expect(await endpoints()).toHaveLength(1);
  });

  it('lose the answer to a removal that was carried out', async () => {
    fake.hasEndpoint('Sales');
    fake.faults.add({ kind: 'reset', when: 'before-headers' }, { method: 'DELETE' });

    await expect(ask('/monitored-instance/Sales/Sales-1', 'DELETE')).rejects.toMatchObject({ code: 'ECONNRESET' });

    expect(await endpoints()).toEqual([]);
    expect(fake.requestsTo('DELETE', '/monitored-instance').map(({ finished }) => finished)).toEqual(['cut']);
  });
});

describe('stopping', () => {
  it('refuses connections, and starting again brings port and endpoints back', async () => {
    fake.hasEndpoint('Sales');
    const { url } = fake;
    await fake.stop();
    await expect(requester(fake.url).get('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    await fake.start();

    expect(fake.url).toBe(url);
    expect(await endpoints()).toHaveLength(1);
  });

  it('is not a restart, which empties every list', async () => {
    fake.receives({ endpoint: 'Sales', processingTime: 5, secondsAgo: 4 });
    fake.forgetEverything();
    fake.hasEndpoint('Sales');

    expect((await endpoints())[0]?.metrics.processingTime?.points).toEqual([]);
  });
});
