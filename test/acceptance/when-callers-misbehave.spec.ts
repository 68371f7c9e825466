import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callerLimits } from '../../src/edge/strict-express.adapter.js';
import { startFakePrimary, type FakePrimary } from '../support/fake-primary/fake-primary.js';
import { startGateway, type RunningGateway } from '../support/start-gateway.js';

let eu: FakePrimary;
let gateway: RunningGateway;

beforeAll(async () => {
  eu = await startFakePrimary({ key: 'eu' });
  gateway = await startGateway([{ api_uri: eu.url, key: 'eu' }], {
    settings: { limits: { bodyBytes: '10kb' } },
    callerLimits: { ...callerLimits, headersMs: 300, requestMs: 600, checkEveryMs: 100 },
  });
  await gateway.get('/api');
});

afterAll(async () => {
  await gateway.stop();
  await eu.stop();
});

beforeEach(() => {
  eu.clearRequests();
});

/** Sends bytes as they are and settles with everything that came back until the server closed. */
function raw(...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.once('error', reject);
    socket.once('close', () => {
      resolve(answer);
    });
    for (const piece of pieces) socket.write(piece, 'latin1');
  });
}

const reachedMember = (): readonly string[] =>
  eu.requests.map(({ method, target }) => `${method} ${target}`).filter((line) => line !== 'GET /api/');

const post = 'POST /api/errors/retry HTTP/1.1\r\nHost: gateway\r\nContent-Type: application/json\r\n';

describe('a caller', () => {
  it('who stalls half way through a body gets 408, and no member gets anything', async () => {
    expect(await raw(`${post}Content-Length: 100\r\n\r\n["`)).toMatch(/^HTTP\/1\.1 408 /);
    expect(reachedMember()).toEqual([]);
  });

  it('who stalls within the headers is cut off', async () => {
    expect(await raw('GET /api/errors HTTP/1.1\r\nHost: gate')).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(reachedMember()).toEqual([]);
  });

  it.each([
    ['both lengths', `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]`],
    ['a coding behind chunked', `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
    ['a folded header line', 'GET /api/errors HTTP/1.1\r\nHost: gateway\r\nX-Folded: a\r\n b\r\n\r\n'],
    ['a blank before the colon', 'GET /api/errors HTTP/1.1\r\nHost: gateway\r\nX-Odd : a\r\n\r\n'],
    ['no host', 'GET /api/errors HTTP/1.1\r\n\r\n'],
    ['bytes that are not HTTP', '\u0016\u0003\u0001\u0002\r\n\r\n'],
  ])('who sends %s is refused and the connection closed', async (_name, request) => {
    expect(await raw(request)).toMatch(/^HTTP\/1\.1 400 /);
    expect(reachedMember()).toEqual([]);
  });

  it('with 40 KB of headers gets 431', async () => {
    expect(await raw(`GET /api/errors HTTP/1.1\r\nHost: gateway\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    expect(reachedMember()).toEqual([]);
  });

  it.each([
    [
      'announced',
      (body: string) => `${post}Connection: close\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`,
    ],
    [
      'in chunks',
      (body: string) =>
        `${post}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ])('with a body above the limit, %s, gets 413 and nothing is sent', async (_name, request) => {
    expect(await raw(request(JSON.stringify(['x'.repeat(20_000)])))).toMatch(/^HTTP\/1\.1 413 /);
    expect(reachedMember()).toEqual([]);
  });

  it.each([
    'GET //10.0.0.9/api/errors',
    'GET http://10.0.0.9/nowhere',
    'GET /api/http://10.0.0.9/x',
    'GET /api/%2e%2e/%2e%2e/health',
  ])('who asks "%s" makes the gateway dial nobody but the member', async (line) => {
    const answer = await raw(`${line} HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    for (const seen of reachedMember())
      expect(seen).toMatch(/^GET \/api\/(http:\/\/10\.0\.0\.9\/x|%2e%2e\/%2e%2e\/health)$/);
  });
});
