import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeMonitoring, startFakeMonitoring } from './fake-monitoring.js';
import { monitoringReader } from './monitoring-reader.js';
import { requester, type Response } from '../requester.js';

const noon = Date.UTC(2024, 4, 1, 12, 0, 2, 500);
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

describe('limits', () => {
  it('are those of the server: 414 for a long request line, 431 for large headers', async () => {
    const long = await ask(`/license?${'x'.repeat(8200)}`);
    const large = await ask('/license', 'GET', { 'X-Large': 'x'.repeat(33_000) });

    expect([long.status, large.status]).toEqual([414, 431]);
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
    expect(await monitoringReader(fake.url).endpoints()).toHaveLength(1);
  });

  it('lose the answer to a removal that was carried out', async () => {
    fake.hasEndpoint('Sales');
    fake.faults.add({ kind: 'reset', when: 'before-headers' }, { method: 'DELETE' });

    await expect(ask('/monitored-instance/Sales/Sales-1', 'DELETE')).rejects.toMatchObject({ code: 'ECONNRESET' });

    expect(await monitoringReader(fake.url).endpoints()).toEqual([]);
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
    expect(await monitoringReader(fake.url).endpoints()).toHaveLength(1);
  });

  it('is not a restart, which empties every list', async () => {
    fake.receives({ endpoint: 'Sales', processingTime: 5, secondsAgo: 4 });
    fake.forgetEverything();
    fake.hasEndpoint('Sales');

    expect((await monitoringReader(fake.url).endpoints())[0]?.metrics.processingTime?.points).toEqual([]);
  });
});
