import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { getEventListeners, getMaxListeners } from 'node:events';
import type { Member } from '../../src/members/member.js';
import { TransportFault, type MemberRequest } from '../../src/transports/member-transport.js';
import { startBlackHole, type BlackHole } from '../support/black-hole.js';
import { answering, rawReply, startRawServer, type RawServer, type Script } from '../support/raw-server.js';
import {
  memberAt,
  namesOf,
  read,
  staying,
  startTransports,
  type RunningTransports,
} from '../contracts/start-transports.js';

/** How late anything may be on a busy machine. */
const slackMs = 300;
const ok = rawReply('[]');

interface Ended {
  readonly fault: TransportFault;
  readonly ms: number;
}

let transports: RunningTransports;
const servers: RawServer[] = [];

beforeAll(async () => {
  transports = await startTransports();
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

afterAll(() => transports.stop());

async function serverThat(script: Script, options: { host?: string; port?: number } = {}): Promise<RawServer> {
  const server = await startRawServer(script, options);
  servers.push(server);
  return server;
}

async function textFrom(url: string, request = read()): Promise<string> {
  return (await transports.http.send(memberAt(url), request, staying())).body.toString();
}

async function failing(url: string, request: MemberRequest = read()): Promise<Ended> {
  const started = performance.now();
  const fault: unknown = await transports.http
    .send(memberAt(url), request, staying())
    .catch((thrown: unknown) => thrown);
  if (!(fault instanceof TransportFault)) throw new Error(`not a fault: ${String(fault)}`);
  return { fault, ms: performance.now() - started };
}

describe('a machine that refuses connections', () => {
  it('is unavailable at once, and nothing was sent', async () => {
    const server = await startRawServer(() => undefined);
    await server.stop();

    const { fault, ms } = await failing(server.url);

    expect([fault.reason, fault.sent]).toEqual(['unavailable', 'no']);
    expect(fault.message).toBe(
      `GET at member us (http://127.0.0.1:${String(server.port)}): ` +
        'the connection was refused: is the instance running, and the port right?',
    );
    expect(ms).toBeLessThan(slackMs);
  });
});

describe('a firewall that drops connections', () => {
  let hole: BlackHole;
  let url: string;

  beforeAll(async () => {
    hole = await startBlackHole();
    url = `http://127.0.0.1:${String(hole.port)}/api/`;
  });

  afterAll(() => hole.stop());

  it('is unavailable after a second, however long the deadline is', async () => {
    const { fault, ms } = await failing(url, read({ deadlineMs: 5000 }));

    expect([fault.reason, fault.sent]).toEqual(['unavailable', 'no']);
    expect(fault.message).toContain('no connection within 1000 ms');
    expect(ms).toBeGreaterThanOrEqual(995);
    expect(ms).toBeLessThan(1000 + slackMs);
  });

  it('never takes longer than a deadline below a second', async () => {
    const { fault, ms } = await failing(url, read({ deadlineMs: 200 }));

    expect([fault.reason, fault.sent]).toEqual(['timeout', 'no']);
    expect(ms).toBeLessThan(200 + slackMs);
  });

  it('holds no caller who leaves, and leaves no socket and no timer behind', async () => {
    const before = process.getActiveResourcesInfo().length;
    const leaving = Array.from({ length: 50 }, () => new AbortController());
    const calls = leaving.map(({ signal }) => transports.http.send(memberAt(url), read({ deadlineMs: 5000 }), signal));
    const settled = Promise.allSettled(calls);
    // A deadline, a limit, a socket and a request for a connection each.
    while (process.getActiveResourcesInfo().length < before + 200) await new Promise(setImmediate);

    const left = performance.now();
    for (const caller of leaving) caller.abort();
    const results = await settled;

    expect(performance.now() - left).toBeLessThan(slackMs);
    expect(new Set(results.map((result) => String((result as PromiseRejectedResult).reason)))).toEqual(
      new Set(['CallerLeft: the caller left before the member answered']),
    );
    await new Promise(setImmediate);
    expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before);
    expect(transports.http.inFlight('us')).toBe(0);
  });

  it('is avoided when the name has another address', async () => {
    const server = await serverThat(answering(ok), { host: '127.0.0.2', port: hole.port });
    const named = await startTransports({ names: namesOf({ us: ['127.0.0.1', '127.0.0.2'] }) });
    const started = performance.now();

    await named.http.send(memberAt(`http://us:${String(hole.port)}/api/`), read(), staying());

    expect(performance.now() - started).toBeLessThan(60 + slackMs);
    expect(server.requests).toHaveLength(1);
    await named.stop();
  });
});

describe('a connection that is cut', () => {
  const half = (head: string): string => `HTTP/1.1 200 OK\r\n${head}\r\n\r\n`;

  it.each<[string, string, 'end' | 'reset']>([
    ['reset before any byte', '', 'reset'],
    ['ended before any byte', '', 'end'],
    ['reset in the headers', 'HTTP/1.1 200 OK\r\nContent-Le', 'reset'],
    ['ended in the headers', 'HTTP/1.1 200 OK\r\nContent-Le', 'end'],
    ['reset within a length', half('Content-Length: 9') + '[1', 'reset'],
    ['ended within a length', half('Content-Length: 9') + '[1', 'end'],
    ['reset between chunks', half('Transfer-Encoding: chunked') + '2\r\n[1\r\n', 'reset'],
    ['ended between chunks', half('Transfer-Encoding: chunked') + '2\r\n[1\r\n', 'end'],
    ['reset before the last chunk', half('Transfer-Encoding: chunked') + '3\r\n[1]\r\n0\r', 'reset'],
    ['reset in a body without length', half('Connection: close') + '[1]', 'reset'],
  ])('%s makes the member unavailable, perhaps sent', async (_what, said, how) => {
    const server = await serverThat(async (connection) => {
      await connection.request();
      await connection.say(said);
      // What is handed over together with a reset may be lost with it.
      if (how === 'reset') await connection.pause(20);
      connection[how]();
    });

    const { fault, ms } = await failing(server.url);

    expect([fault.reason, fault.sent]).toEqual(['unavailable', 'maybe']);
    expect(ms).toBeLessThan(slackMs);
  });

  it('is not tried again when it was new', async () => {
    const server = await serverThat(async (connection) => {
      await connection.request();
      connection.reset();
    });

    await failing(server.url);

    expect(server.requests).toHaveLength(1);
  });
});

describe('an answer that comes after the deadline', () => {
  it('is dropped, and the next call gets its own', async () => {
    let say: () => void = () => undefined;
    const server = await serverThat(async (connection, index) => {
      await connection.request();
      if (index === 0) await new Promise<void>((resolve) => (say = resolve));
      await connection.say(rawReply(index === 0 ? 'late' : 'in time'));
    });
    const { fault } = await failing(server.url, read({ deadlineMs: 100 }));

    say();

    expect(fault.reason).toBe('timeout');
    expect(await textFrom(server.url)).toBe('in time');
  });
});

describe('interim replies', () => {
  it.each([
    ['100 that nobody asked for', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['102', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['103 with hints', 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'],
    ['several', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n'],
  ])('are passed over: %s', async (_what, interim) => {
    const server = await serverThat(answering(interim + rawReply('whole')));

    expect([await textFrom(server.url), await textFrom(server.url)]).toEqual(['whole', 'whole']);
    expect(server.connections).toHaveLength(1);
  });
});

describe('a port that something else has taken over', () => {
  it.each(['SSH-2.0-OpenSSH_9.2\r\n', '220 mail.example ESMTP\r\n', '\x00\x00\x00\x0e\x04'])(
    'that says %j is unavailable, and the fault says why',
    async (said) => {
      const server = await serverThat((connection) => connection.say(said));

      const { fault, ms } = await failing(server.url);

      expect(fault.reason).toBe('unavailable');
      expect(fault.message).toContain('not HTTP: is the port right?');
      expect(ms).toBeLessThan(slackMs);
    },
  );
});

describe('a caller who leaves a thousand calls', () => {
  it('leaves nothing behind, and is no reason for a warning', async () => {
    const server = await serverThat(() => undefined);
    const leaving = new AbortController();
    const member = (at: number): Member => memberAt(server.url, `m${String(at % 10)}`);

    const calls = Array.from({ length: 1000 }, (_, at) =>
      transports.http.send(member(at), read({ deadlineMs: 9000 }), leaving.signal),
    );
    const settled = Promise.allSettled(calls);
    await server.connections.at(-1)?.request();
    // Node warns of more listeners than this.
    expect(getMaxListeners(leaving.signal)).toBe(Infinity);
    leaving.abort();
    await settled;
    await Promise.all(server.connections.map(({ ended }) => ended));

    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
    expect(transports.http.inFlight('m1')).toBe(0);
  });
});

describe('proxies named in the environment', () => {
  it('are not used', async () => {
    const proxy = await serverThat(answering(rawReply('from the proxy')));
    const server = await serverThat(answering(rawReply('direct')));
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = proxy.url;

    const text = await textFrom(server.url);
    delete process.env['HTTP_PROXY'];
    delete process.env['http_proxy'];

    expect(text).toBe('direct');
    expect(proxy.connections).toHaveLength(0);
  });
});
