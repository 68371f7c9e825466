import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester, type Response } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';

let fake: FakePrimary;
let ask: Requester;

beforeEach(async () => {
  fake = await startFakePrimary();
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

const controllerHeaders = ['x-particular-version', 'cache-control', 'vary', 'request-id'];

function shown(response: Response, names: readonly string[] = controllerHeaders): readonly (string | undefined)[] {
  return names.map((name) => response.headers[name] as string | undefined);
}

function idsOf(response: Response): readonly string[] {
  return (response.json as readonly { readonly id: string }[]).map(({ id }) => id);
}

describe('query keys', () => {
  it.each(['queueAddress', 'queueaddress', 'QUEUEADDRESS'])('mean the same written %s', async (key) => {
    fake.hasFailedMessages([{ queue: 'Sales@SRV2' }, { queue: 'Billing@SRV2' }]);

    expect(idsOf(await ask.get(`/api/errors?${key}=sales%40srv2`))).toHaveLength(1);
  });

  it('of paging too', async () => {
    fake.hasFailedMessages(5);

    expect(idsOf(await ask.get('/api/errors?PAGE=2&Per_Page=3'))).toHaveLength(2);
  });

  it('with an empty value count as missing, but for paging', async () => {
    fake.hasFailedMessages(2);

    expect(idsOf(await ask.get('/api/errors?status=&queueAddress=&modified='))).toHaveLength(2);
  });
});

describe('the paging binder', () => {
  it.each(['page=', 'page=x', 'per_page=1.5', 'page=2147483648', 'page=1&page=2', 'PAGE=1&page=1', 'per_page=1,2'])(
    'crashes on %s',
    async (query) => {
      const response = await ask.get(`/api/errors?${query}`);

      expect([response.status, response.text, ...shown(response)]).toEqual([
        500,
        '',
        ...controllerHeaders.map(() => undefined),
      ]);
    },
  );

  it.each([
    ['page=0&per_page=0', 50],
    ['page=-3&per_page=-1', 50],
    ['per_page=100000', 60],
    ['', 50],
  ])('takes %s', async (query, rows) => {
    fake.hasFailedMessages(60);

    expect(idsOf(await ask.get(`/api/errors?${query}`))).toHaveLength(rows);
  });
});

describe('sort and direction', () => {
  it.each([
    'sort=time_of_retry_request&direction=desc',
    'sort=Message_Type',
    'sort=last_modified&direction=ASC',
    'direction=descending',
    'sort=processed_at',
  ])('fall back to time_sent, newest first: %s', async (query) => {
    const [old = '', young = ''] = fake.hasFailedMessages([
      { timeSent: '2024-05-01T10:00:00Z', messageType: 'Z' },
      { timeSent: '2024-05-01T10:00:00.0000001Z', messageType: 'A' },
    ]);

    expect(idsOf(await ask.get(`/api/errors?${query}`))).toEqual([young, old]);
  });
});

describe('routes', () => {
  it.each([
    ['GET', '/API/Errors/', 200],
    ['GET', '/api//errors', 404],
    ['GET', '/api/errors//', 404],
    ['GET', '/api/nothing', 404],
    ['GET', '/elsewhere', 404],
    ['GET', '/api', 200],
    ['GET', '/api/', 200],
    ['HEAD', '/api/errors', 200],
    ['HEAD', '/api/recoverability/groups/x/errors', 200],
    ['HEAD', '/api/errors/summary', 405],
    ['HEAD', '/api', 405],
    ['GET', '/api/recoverability/groups', 200],
    ['GET', '/api/recoverability/groups/', 200],
    ['GET', '/api/errors/archive', 404],
    ['GET', '/api/errors/retry', 404],
  ])('%s %s answers %i', async (method, target, status) => {
    expect((await ask.request(method, target)).status).toBe(status);
  });

  it.each([
    ['PUT', '/api/errors', 'GET, HEAD'],
    ['PUT', '/api/errors/archive', 'GET, PATCH, POST'],
    ['GET', '/api/errors/retry/all', 'POST'],
    ['DELETE', '/api', 'GET'],
    ['GET', '/api/recoverability/groups/x/comment', 'DELETE, POST'],
  ])('%s %s is 405 and names the methods in order', async (method, target, allow) => {
    const response = await ask.request(method, target);

    expect([response.status, response.headers.allow, response.text]).toEqual([405, allow, '']);
    expect(shown(response).slice(0, 3)).toEqual([undefined, undefined, undefined]);
  });

  it('keep an escaped slash and decode the rest once', async () => {
    fake.hasFailedMessages([{ endpoint: 'Sales%2FEU' }, { endpoint: 'Sales EU' }, { endpoint: 'Sales/EU' }]);

    expect(idsOf(await ask.get('/api/endpoints/Sales%2FEU/errors'))).toHaveLength(1);
    expect(idsOf(await ask.get('/api/endpoints/Sales%20EU/errors'))).toHaveLength(1);
  });

  it('without a match carry no version', async () => {
    const response = await ask.get('/api/nothing');

    expect(shown(response)).toEqual([undefined, undefined, undefined, expect.any(String)]);
  });

  it('of a controller carry version, caching and request id, 404 included', async () => {
    fake.version = '6.21.0-alpha.3+c0ffee';

    const answers = [await ask.get('/api/errors/nobody'), await ask.get('/api/errors')];

    expect(answers.map(({ status }) => status)).toEqual([404, 200]);
    for (const answer of answers)
      expect(shown(answer)).toEqual([
        '6.21.0-alpha.3',
        'private, max-age=0',
        expect.stringMatching(/^Accept/),
        expect.stringMatching(/^0HN\w+:[0-9A-F]{8}$/),
      ]);
  });
});

describe('compression', () => {
  it('covers JSON but no problem, and says so in Vary', async () => {
    fake.hasFailedMessages(1);
    const accepting = { headers: { 'Accept-Encoding': 'gzip, br' } };

    const list = await ask.get('/api/errors', accepting);
    const problem = await ask.get('/api/errors/nobody', accepting);

    expect([list.headers['content-encoding'], list.headers.vary]).toEqual(['br', 'Accept, Accept-Encoding']);
    expect(JSON.parse(brotliDecompressSync(list.bytes).toString())).toHaveLength(1);
    expect([problem.headers['content-encoding'], problem.headers.vary]).toEqual([undefined, 'Accept']);
  });

  it('stops when the nearest proxy was reached over HTTPS, and when it is switched off', async () => {
    const headers = { 'Accept-Encoding': 'gzip', 'X-Forwarded-Proto': 'https' };
    const overHttps = await ask.get('/api/errors', { headers });
    fake.isCompressing = false;
    const switchedOff = await ask.get('/api/errors', { headers: { 'Accept-Encoding': 'gzip' } });

    expect([overHttps, switchedOff].map((response) => response.headers['content-encoding'])).toEqual([
      undefined,
      undefined,
    ]);
  });
});

it('refuses long request lines with 414 and large headers with 431', async () => {
  const long = await ask.get(`/api/errors?x=${'y'.repeat(8200)}`);
  const large = await ask.get('/api/errors', { headers: { 'X-Big': 'z'.repeat(33_000) } });

  expect([long.status, large.status]).toEqual([414, 431]);
});

it('answers preflights before anything else and exposes what members expose', async () => {
  fake.authentication = { mode: 'roles' };
  const headers = { Origin: 'http://pulse', 'Access-Control-Request-Method': 'PATCH' };
  const preflight = await ask.request('OPTIONS', '/api/errors/archive', { headers });
  fake.authentication = { mode: 'off' };
  const read = await ask.get('/api/errors', { headers: { Origin: 'http://pulse' } });

  expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([
    204,
    'POST,GET,PUT,DELETE,OPTIONS,PATCH,HEAD',
  ]);
  expect(read.headers['access-control-expose-headers']).toBe(
    'ETag,Last-Modified,Link,Total-Count,X-Particular-Version,Content-Disposition,Request-Id',
  );
});
