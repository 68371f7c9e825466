import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { answering, rawReply, startRawServer, type RawServer, type Script } from '../../../test/support/raw-server.js';
import {
  command,
  memberAt,
  read,
  staying,
  startTransports,
  type RunningTransports,
} from '../../../test/contracts/start-transports.js';
import type { MemberReply } from '../member-transport.js';

const megabyte = 1_000_000;
const maxReplyBytes = 4 * megabyte;

let transports: RunningTransports;
let server: RawServer | undefined;

beforeAll(async () => {
  transports = await startTransports({ settings: { federation: { maxReplyBytes: '4MB' } } });
});

afterEach(() => server?.stop());

afterAll(() => transports.stop());

async function serverThat(script: Script): Promise<RawServer> {
  server = await startRawServer(script);
  return server;
}

async function replyTo(said: string | Buffer, changes = {}): Promise<MemberReply> {
  const { url } = await serverThat(answering(said));
  return transports.http.send(memberAt(url), read({ deadlineMs: 5000, ...changes }), staying());
}

function coded(coding: string, body: Buffer): string {
  return rawReply(body.toString('latin1'), { headers: [`Content-Encoding: ${coding}`] });
}

function brotli(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
}

/** Compresses to less than 64 KB, or to more. */
const small = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, text: 'x'.repeat(50) }))));
const large = Buffer.from(Array.from({ length: 100_000 }, (_, at) => String((at * 7919) % 104_729)).join());

describe('content codings', () => {
  it.each<[string, (body: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotli],
    ['identity', (body) => body],
  ])('%s is decoded, whatever its size (%#)', async (coding, encode) => {
    expect((await replyTo(coded(coding, encode(small)))).body.equals(small)).toBe(true);
    await server?.stop();
    expect((await replyTo(coded(coding, encode(large)))).body.equals(large)).toBe(true);
  });

  it.each([
    ['one that nobody knows', coded('zstd', small)],
    ['two', coded('gzip, br', gzipSync(small))],
    ['one that was not applied', coded('gzip', small)],
    ['broken bytes', coded('gzip', gzipSync(small).fill(0x55, 40, 60))],
    ['broken bytes of a large reply', coded('br', brotli(large).fill(0x55, 70_000, 70_100))],
  ])('%s is an error', async (_what, said) => {
    await expect(replyTo(said)).rejects.toMatchObject({ reason: 'error', sent: 'maybe' });
  });

  it.each([
    ['small', coded('gzip', gzipSync(small).subarray(0, -20))],
    ['large', coded('gzip', gzipSync(large).subarray(0, -20))],
  ])('a %s reply whose coding is cut off makes the member unavailable', async (_size, said) => {
    await expect(replyTo(said)).rejects.toMatchObject({ reason: 'unavailable' });
  });

  it('are asked for on collected replies, and refused on relayed ones', async () => {
    const { url } = await serverThat(answering(rawReply('[]')));

    await transports.http.send(memberAt(url), read(), staying());
    const { body } = await transports.http.stream(memberAt(url), read(), staying());
    body.destroy();

    expect(server?.requests[0]?.head).toMatch(/\r\naccept-encoding: gzip, deflate, br(?:\r\n|$)/);
    expect(server?.requests[1]?.head).toMatch(/\r\naccept-encoding: identity(?:\r\n|$)/);
  });
});

describe('replies that are too large', () => {
  const bomb = gzipSync(Buffer.alloc(100 * megabyte));

  it('are an error, however small they are on the wire, and the connection is closed', async () => {
    const before = process.memoryUsage().rss;

    await expect(replyTo(coded('gzip', bomb))).rejects.toMatchObject({
      reason: 'error',
      message: expect.stringContaining('larger than 4000000 bytes (federation.maxReplyBytes)') as unknown,
    });

    expect(process.memoryUsage().rss - before).toBeLessThan(maxReplyBytes + 32 * megabyte);
    await server?.connections[0]?.ended;
  });

  it('are not waited for', async () => {
    const { url, connections } = await serverThat(async (connection) => {
      await connection.request();
      await connection.say(`HTTP/1.1 200 OK\r\nContent-Length: ${String(10_000 * megabyte)}\r\n\r\n`);
      await connection.pour(10_000 * megabyte);
    });

    await expect(transports.http.send(memberAt(url), read(), staying())).rejects.toMatchObject({ reason: 'error' });
    await connections[0]?.ended;
  });

  it('are whole up to the last byte that is allowed', async () => {
    const body = 'x'.repeat(maxReplyBytes);

    expect((await replyTo(rawReply(body))).body).toHaveLength(maxReplyBytes);
    await server?.stop();
    await expect(replyTo(rawReply(`${body}x`))).rejects.toMatchObject({ reason: 'error' });
  });

  it('are relayed all the same', async () => {
    const { url } = await serverThat(answering(rawReply('x'.repeat(3 * maxReplyBytes))));
    let bytes = 0;

    const { body } = await transports.http.stream(memberAt(url), read(), staying());
    for await (const chunk of body) bytes += (chunk as Buffer).length;

    expect(bytes).toBe(3 * maxReplyBytes);
  });
});

describe('reply headers that are not to be relayed', () => {
  const withHeaders = (...headers: string[]): string => rawReply('[]', { headers });

  it.each([
    ['a value of 64 KB', withHeaders(`X-A: ${'x'.repeat(65_536)}`)],
    ['two thousand short ones', withHeaders(...Array<string>(2000).fill('a:'))],
    ['a carriage return in a value', withHeaders('X-A: b\rSet-Cookie: c')],
    ['NUL in a value', withHeaders('X-A: b\0c')],
    ['NUL in a name', withHeaders('X\0A: b')],
    ['a blank before the colon', withHeaders('X-A : b')],
    ['two different lengths', rawReply('[]', { headers: ['Content-Length: 2', 'Content-Length: 3'] })],
    [
      'a length and chunks',
      rawReply('2\r\n[]\r\n0\r\n\r\n', { headers: ['Content-Length: 2', 'Transfer-Encoding: chunked'] }),
    ],
    ['a length that is no number', rawReply('[]', { headers: ['Content-Length: 2x'] })],
  ])('%s: the member is unavailable', async (_what, said) => {
    await expect(replyTo(said)).rejects.toMatchObject({ reason: 'unavailable' });
  });

  it('are kept byte for byte when they are not ASCII', async () => {
    const { headers } = await replyTo(withHeaders('X-Particular-Reason: \xc3\xbc'));

    expect(headers['x-particular-reason']).toBe('\xc3\xbc');
  });
});

describe('relayed replies', () => {
  it('that break before anybody reads them break nothing else', async () => {
    const { url } = await serverThat(async (connection) => {
      await connection.request();
      connection.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n1234');
    });
    for (let asked = 0; asked < 20; asked += 1) {
      const { body } = await transports.http.stream(memberAt(url), read(), staying());
      if (!body.closed) await new Promise((resolve) => body.once('close', resolve));
      expect(body.errored).not.toBeNull();
    }

    expect(transports.http.inFlight('us')).toBe(0);
  });
});

describe('replies that have a length but no body', () => {
  it.each(['304 Not Modified', '204 No Content'])('%s leaves the connection in step', async (status) => {
    const bodiless = `HTTP/1.1 ${status}\r\nETag: "1"\r\ncontent-LENGTH: 2\r\n\r\n`;
    const { url, connections } = await serverThat(async (connection) => {
      for (const said of [bodiless, rawReply('next'), bodiless, rawReply('last')]) {
        await connection.request();
        await connection.say(said);
      }
    });
    const texts: string[] = [];
    for (let asked = 0; asked < 4; asked += 1) {
      const reply = await transports.http.send(memberAt(url), read(), staying());
      texts.push(`${String(reply.status)} ${reply.body.toString()}`);
    }

    expect(texts).toEqual([`${status.slice(0, 3)} `, '200 next', `${status.slice(0, 3)} `, '200 last']);
    expect(connections).toHaveLength(1);
  });
});

describe('request headers', () => {
  const namesOf = (head: string | undefined): string[] =>
    (head ?? '')
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(':')[0]?.toLowerCase() ?? '')
      .sort();

  it('are those of the caller, and what HTTP needs', async () => {
    const { url } = await serverThat(answering(rawReply('[]')));
    await transports.http.send(memberAt(url), read({ headers: { authorization: 'Bearer a' } }), staying());
    expect(namesOf(server?.requests[0]?.head)).toEqual(['accept-encoding', 'authorization', 'connection', 'host']);
  });

  it('say the length of a command, and nothing of a type it does not have', async () => {
    const { url } = await serverThat(answering(rawReply('')));
    await transports.http.send(memberAt(url), command(), staying());
    const head = server?.requests[0]?.head;
    expect(namesOf(head)).toEqual(['accept-encoding', 'connection', 'content-length', 'host']);
    expect(head).toMatch(/\r\ncontent-length: 0(?:\r\n|$)/);
  });

  it('that cannot be written are no fault of the member', async () => {
    const { url } = await serverThat(answering(rawReply('')));
    const call = transports.http.send(memberAt(url), read({ target: 'errors\n' }), staying());
    await expect(call).rejects.toThrow(TypeError);
    expect(server?.requests).toEqual([]);
  });

  it('take a body of any size along', async () => {
    const { url } = await serverThat(answering(rawReply('')));
    const body = Buffer.alloc(12 * megabyte, '"id",');
    await transports.http.send(memberAt(url), command({ body, deadlineMs: 5000 }), staying());
    expect(server?.requests[0]?.body.equals(body)).toBe(true);
  });
});
