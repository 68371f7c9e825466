import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requester, type Requester } from '../requester.js';
import { compressed } from './compression.js';
import type { Fault } from './faults.js';
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
      return method === 'POST' ? emptyReply(202) : rowsReply(rows, [['Total-Count', '3']]);
    },
    encode: (reply, request) => compressed(reply, request.header('Accept-Encoding')),
  });
  await server.start();
  ask = requester(`http://127.0.0.1:${String(server.port)}`);
});

afterEach(() => server.stop());

const plainGet = 'GET /api/errors HTTP/1.1\r\nHost: fake\r\n\r\n';

describe('a fault', () => {
  it.each<[title: string, fault: Fault, status: number, expected: string]>([
    ['another status', { kind: 'status', status: 503, body: '{"a":1}' }, 503, '{"a":1}'],
    ['an unhandled exception', { kind: 'crash' }, 500, ''],
    ['a redirect', { kind: 'redirect', location: 'https://elsewhere/' }, 302, ''],
    ['null for a list', { kind: 'body', text: 'null' }, 200, 'null'],
    ['a byte order mark', { kind: 'bom' }, 200, `\ufeff${whole}`],
    ['rows out of order', { kind: 'rows', are: 'unsorted' }, 200, '[{"id":"b"},{"id":"a"},{"id":"c"}]'],
    ['rows twice', { kind: 'rows', are: 'doubled' }, 200, `[${rows.flatMap((row) => [row, row]).join(',')}]`],
    [
      'changed text',
      { kind: 'rewrite', text: (old) => old.replace('"b"', '1E-05') },
      200,
      whole.replace('"b"', '1E-05'),
    ],
    ['half a body with the right framing', { kind: 'truncate', framing: 'correct', bytes: 5 }, 200, '[{"id'],
  ])('can be %s', async (_, fault, status, expected) => {
    server.faults.add(fault);

    const response = await ask.get('/api/errors');

    expect([response.status, response.text]).toEqual([status, expected]);
  });

  it('can be a sign-in page that says 200', async () => {
    server.faults.add({ kind: 'html' });

    const response = await ask.get('/api/errors');

    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(carriedOut).toEqual([]);
  });

  it.each<[values: readonly string[], expected: readonly string[]]>([
    [[], []],
    [['abc'], ['abc']],
    [['-1'], ['-1']],
    [
      ['3', '4'],
      ['3', '4'],
    ],
  ])('replaces the lines of a header by %j', async (values, expected) => {
    server.faults.add({ kind: 'header', name: 'total-count', values });

    const { rawHeaders } = await ask.get('/api/errors');

    expect(rawHeaders.filter((_, k) => rawHeaders[k - 1]?.toLowerCase() === 'total-count' && k % 2 === 1)).toEqual(
      expected,
    );
  });

  it('leaves out or replaces the content type', async () => {
    server.faults.add({ kind: 'content-type' }, { times: 1 });
    server.faults.add({ kind: 'content-type', value: 'text/plain' }, { path: '/second' });

    const types = [await ask.get('/first'), await ask.get('/second')].map(({ headers }) => headers['content-type']);

    expect(types).toEqual([undefined, 'text/plain']);
  });

  it('cuts a body whose announced length is not reached', async () => {
    server.faults.add({ kind: 'truncate', framing: 'length-unmet', bytes: 5 });

    const { text: bytes } = await rawExchange(server.port, plainGet);

    expect(bytes).toContain(`Content-Length: ${String(whole.length)}`);
    expect(bytes.endsWith('\r\n\r\n[{"id')).toBe(true);
    expect(server.requests[0]?.finished).toBe('cut');
  });

  it('cuts a chunked body without its last chunk', async () => {
    server.faults.add({ kind: 'truncate', framing: 'last-chunk-missing', bytes: 5 });

    const { text: bytes, error } = await rawExchange(server.port, plainGet);

    expect(bytes.endsWith('\r\n5\r\n[{"id\r\n')).toBe(true);
    expect(error).toBeUndefined();
  });

  it.each<[when: string, fault: Fault, bytes: string, work: number]>([
    ['when connected', { kind: 'reset', when: 'connected' }, '', 0],
    ['before the work', { kind: 'reset', when: 'before-headers', executes: false }, '', 0],
    ['after the work', { kind: 'reset', when: 'before-headers' }, '', 1],
    ['in the body', { kind: 'reset', when: 'in-body', bytes: 4 }, '[{"i', 1],
  ])('resets the connection %s', async (_, fault, bytes, work) => {
    server.faults.add(fault);

    const reply = await rawExchange(server.port, plainGet);

    expect(reply.error).toBe('ECONNRESET');
    expect(reply.text).toContain(bytes);
    expect(carriedOut).toHaveLength(work);
  });

  it('drips the body behind its headers', async () => {
    server.faults.add({ kind: 'drip', bytes: 1, everyMs: 10_000 });
    const socket = connect(server.port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.write(plainGet);
    let bytes = '';
    socket.on('data', (chunk: string) => (bytes += chunk));
    await eventually(socket, () => bytes.endsWith('1\r\n[\r\n'));

    expect(bytes).toContain('200 OK');
    socket.destroy();
    expect(await server.requests[0]?.ended).toBe('client gone');
  });

  it('answers later by a delay', async () => {
    server.faults.add({ kind: 'delay', ms: 30 });

    expect((await ask.get('/api/errors')).ms).toBeGreaterThanOrEqual(28);
  });

  it('puts any bytes in the place of a reply', async () => {
    server.faults.add({ kind: 'raw', text: 'SSH-2.0-OpenSSH\r\n' });

    expect((await rawExchange(server.port, plainGet)).text).toBe('SSH-2.0-OpenSSH\r\n');
  });

  it('ends the connection after a reply that does not announce it', async () => {
    server.faults.add({ kind: 'close-after-reply' });

    const { text: bytes, error } = await rawExchange(server.port, plainGet);

    expect([bytes.endsWith('0\r\n\r\n'), error]).toEqual([true, undefined]);
    expect(bytes.toLowerCase()).not.toContain('connection:');
  });

  it('closes idle connections after a while', async () => {
    server.faults.add({ kind: 'close-idle', ms: 20 });
    const started = performance.now();

    const { error } = await rawExchange(server.port, plainGet);

    expect(error).toBeUndefined();
    expect(performance.now() - started).toBeGreaterThanOrEqual(18);
  });

  it('sends a few compressed bytes that become many', async () => {
    server.faults.add({ kind: 'bomb', bytes: 2_000_000 });

    const response = await ask.get('/api/errors');

    expect(response.headers['content-encoding']).toBe('gzip');
    expect(response.bytes.length).toBeLessThan(10_000);
    expect(gunzipSync(response.bytes).toString().trim()).toBe(whole);
  });

  it('meets only the requests it was set for, and only so many', async () => {
    server.faults.add({ kind: 'status', status: 500 }, { method: 'GET', path: '/api/ERRORS', times: 2 });

    const statuses = [
      await ask.get('/api/other'),
      await ask.request('POST', '/api/errors'),
      await ask.get('/api/errors?page=1'),
      await ask.get('/api/errors/x'),
      await ask.get('/api/errors'),
    ].map(({ status }) => status);

    expect(statuses).toEqual([200, 202, 500, 500, 200]);
    expect(carriedOut).toHaveLength(3);
  });

  it('comes together with others', async () => {
    server.faults.add({ kind: 'header', name: 'Total-Count', values: [] });
    server.faults.add({ kind: 'rows', are: 'doubled' });
    server.faults.add({ kind: 'delay', ms: 15 });

    const response = await ask.get('/api/errors');

    expect([response.headers['total-count'], (response.json as unknown[]).length]).toEqual([undefined, 6]);
  });
});

async function eventually(socket: Socket, holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => socket.once('data', resolve));
}
