import { Agent, request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requester, type Requester } from '../requester.js';
import { compressed } from './compression.js';
import { rawExchange } from './raw-exchange.js';
import { RecordingServer } from './recording-server.js';
import { emptyReply, rowsReply } from './reply.js';

const rows = ['{"id":"a"}', '{"id":"b"}', '{"id":"c"}'];
const whole = `[${rows.join(',')}]`;
let carriedOut: string[];
let server: RecordingServer;
let ask: Requester;

beforeEach(async () => {
  carriedOut = [];
  server = new RecordingServer({
    answer: ({ method, target }) => {
      carriedOut.push(`${method} ${target}`);
      return method === 'POST' || method === 'HEAD' ? emptyReply(202) : rowsReply(rows, [['Total-Count', '3']]);
    },
    encode: (reply, request) => compressed(reply, request.header('Accept-Encoding')),
  });
  await server.start();
  ask = requester(`http://127.0.0.1:${String(server.port)}`);
});

afterEach(() => server.stop());

const plainGet = 'GET /api/errors HTTP/1.1\r\nHost: fake\r\n\r\n';

describe('a recorded request', () => {
  it('has target, header spelling and body as they were on the wire', async () => {
    await ask.request('POST', '/api/Errors%2Fx/%20?a=%2B&A=1', {
      headers: { 'x-ODD-Name': 'v', 'Content-Type': 'text/plain' },
      body: 'héllo',
    });

    const [request] = server.requests;
    expect([request?.method, request?.target]).toEqual(['POST', '/api/Errors%2Fx/%20?a=%2B&A=1']);
    expect(request?.headers).toContainEqual(['x-ODD-Name', 'v']);
    expect(request?.body.toString()).toBe('héllo');
    expect(await request?.ended).toBe('complete');
  });

  it('is found by method and beginning of the target in any letter case', async () => {
    await ask.get('/API/errors?page=2');
    await ask.request('POST', '/api/errors/retry');

    expect(server.requestsTo('GET', '/api/errors')).toHaveLength(1);
    expect(server.requestsTo('*', '/api/errors')).toHaveLength(2);
    server.clearRequests();
    expect(server.requests).toHaveLength(0);
  });

  it('tells that the client left before the answer', async () => {
    server.faults.add({ kind: 'never-answer' });
    const leaving = new AbortController();
    const arrival = server.nextRequestTo('GET', '/api/errors');
    const asked = ask.get('/api/errors', { signal: leaving.signal }).catch(() => 'aborted');

    const request = await arrival;
    expect(request.finished).toBeUndefined();
    leaving.abort();

    expect([await request.ended, await asked]).toEqual(['client gone', 'aborted']);
  });

  it('counts what is being answered at one time', async () => {
    server.faults.add({ kind: 'hold' });
    const third = server.nextRequestTo('GET', '/', 3);
    const all = Promise.all([ask.get('/1'), ask.get('/2'), ask.get('/3')]);
    await third;
    server.faults.clear();
    await all;

    expect(server.mostRequestsAtOnce).toBe(3);
  });

  it('shows which connection it came on', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = (): Promise<string> =>
      new Promise((resolve, reject) => {
        send({ port: server.port, host: '127.0.0.1', path: '/x', agent }, (response) => {
          text(response).then(resolve, reject);
        })
          .on('error', reject)
          .end();
      });
    await get();
    await get();
    await ask.get('/x');
    agent.destroy();

    const [first, second, third] = server.requests.map(({ port }) => port);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

it('sends a list in chunks, without length and without words about the connection', async () => {
  const { text: bytes } = await rawExchange(server.port, plainGet.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));

  expect(bytes).toContain('Transfer-Encoding: chunked');
  expect(bytes.toLowerCase()).not.toContain('content-length');
  expect(bytes.toLowerCase()).not.toContain('keep-alive');
});

it('keeps a connection open for the next request although it says nothing about it', async () => {
  const [first, second] = [server.nextRequestTo('GET', '/'), server.nextRequestTo('GET', '/', 2)];
  const socket = connect(server.port, '127.0.0.1');
  socket.write(plainGet);
  await (
    await first
  ).ended;
  socket.write(plainGet);

  expect(await (await second).ended).toBe('complete');
  expect((await second).port).toBe((await first).port);
  socket.destroy();
});

it('announces an empty body, but neither for 204 nor for HEAD', async () => {
  const post = await ask.request('POST', '/x');
  server.faults.add({ kind: 'status', status: 204 }, { times: 1 });
  const none = await ask.get('/x');
  const head = await ask.request('HEAD', '/x');

  expect([post, none, head].map(({ headers }) => headers['content-length'])).toEqual(['0', undefined, undefined]);
});

describe('compression', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['gzip;q=0, br;q=0', undefined],
    ['identity', undefined],
    ['*', 'br'],
  ])('of "%s" is %s', async (accepted, encoding) => {
    const response = await ask.get('/x', { headers: { 'Accept-Encoding': accepted } });
    const { bytes } = response;
    const decoded = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;

    expect([response.headers['content-encoding'], response.headers.vary]).toEqual([encoding, 'Accept-Encoding']);
    expect(decoded.toString()).toBe(whole);
  });

  it('is cut after it was made, so that half a stream stays half a stream', async () => {
    server.faults.add({ kind: 'truncate', framing: 'correct' });

    const response = await ask.get('/x', { headers: { 'Accept-Encoding': 'gzip' } });

    expect(response.headers['content-encoding']).toBe('gzip');
    expect(() => gunzipSync(response.bytes)).toThrow();
  });
});

describe('a server that was stopped', () => {
  it('refuses connections, and comes back on the same port', async () => {
    const { port } = server;
    await server.stop();

    await expect(ask.get('/x')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await server.start();

    expect([server.port, (await ask.get('/x')).status]).toEqual([port, 200]);
  });

  it('cuts what it was answering', async () => {
    server.faults.add({ kind: 'never-answer' });
    const arrival = server.nextRequestTo('GET', '/x');
    const asked = ask.get('/x').catch((error: unknown) => (error as NodeJS.ErrnoException).code);
    const request = await arrival;
    await server.stop();

    expect([request.finished, await asked]).toEqual(['cut', 'ECONNRESET']);
    expect(server.openConnections).toBe(0);
  });
});
