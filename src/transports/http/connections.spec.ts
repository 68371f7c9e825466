import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  command,
  memberAt,
  read,
  staying,
  startTransports,
  type RunningTransports,
} from '../../../test/contracts/start-transports.js';
import { answering, rawReply, startRawServer, type RawServer, type Script } from '../../../test/support/raw-server.js';
import type { MemberRequest } from '../member-transport.js';

/** How late anything may be on a busy machine. */
const slackMs = 300;
const ok = rawReply('[]');

let transports: RunningTransports;
const servers: RawServer[] = [];

beforeAll(async () => {
  transports = await startTransports();
});

afterEach(async () => {
  jest.restoreAllMocks();
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

/** As if so much time had passed for everyone who asks for the time from now on. */
function later(ms: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

describe('a kept connection', () => {
  it('serves the next read', async () => {
    const server = await serverThat(answering(ok));

    await textFrom(server.url);
    await textFrom(server.url);

    expect(server.connections).toHaveLength(1);
  });

  it('that its member closes at the instant of reuse costs a read nothing', async () => {
    const server = await serverThat(async (connection, index) => {
      await connection.request();
      await connection.say(ok);
      await connection.request();
      if (index === 0) connection.reset();
      else await connection.say(ok);
    });

    await textFrom(server.url);

    expect(await textFrom(server.url)).toBe('[]');
    expect(server.connections).toHaveLength(2);
  });

  it('that its member closes at the instant of reuse costs a stream nothing', async () => {
    const server = await serverThat(async (connection, index) => {
      await connection.request();
      await connection.say(ok);
      await connection.request();
      if (index === 0) connection.end();
    });

    await textFrom(server.url);
    const { status, body } = await transports.http.stream(memberAt(server.url), read(), staying());

    expect(status).toBe(200);
    body.destroy();
  });

  it('that leads nowhere any more costs one read its deadline, the next ones nothing', async () => {
    const server = await serverThat(async (connection, index) => {
      await connection.request();
      await connection.say(ok);
      if (index < 3) return;
      await connection.request();
      await connection.say(ok);
    });
    await Promise.all([textFrom(server.url), textFrom(server.url), textFrom(server.url)]);

    const started = performance.now();

    await expect(textFrom(server.url, read({ deadlineMs: 200 }))).rejects.toMatchObject({ reason: 'timeout' });

    expect(performance.now() - started).toBeLessThan(200 + slackMs);
    expect(await textFrom(server.url, read({ deadlineMs: 200 }))).toBe('[]');
  });

  it('is never used by a command', async () => {
    const server = await serverThat(answering(rawReply('', { status: '202 Accepted' })));

    await textFrom(server.url);
    await textFrom(server.url, command());
    await textFrom(server.url, command());

    expect(server.connections.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
  });

  it('is given up before its name could have moved away unnoticed', async () => {
    const server = await serverThat(answering(ok));
    await textFrom(server.url);

    later(26_000);
    await textFrom(server.url);

    expect(server.connections).toHaveLength(2);
  });
});

describe('a member that closes after each reply without announcing it', () => {
  const closing: Script = async (connection) => {
    await connection.request();
    await connection.say(rawReply('[]'));
    connection.end();
  };

  it.each([0, 50])('answers ten reads and gets ten commands once each, %i ms apart', async (pauseMs) => {
    const server = await serverThat(closing);

    for (const request of [...Array<MemberRequest>(10).fill(read()), ...Array<MemberRequest>(10).fill(command())]) {
      expect(await textFrom(server.url, request)).toBe('[]');
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }

    expect(server.requests.filter(({ head }) => head.startsWith('POST'))).toHaveLength(10);
  });
});

describe('a member that closes idle connections', () => {
  it('gets each of many commands once, whenever they come', async () => {
    const idleMs = 10;
    const server = await serverThat(async (connection) => {
      for (;;) {
        await connection.request();
        await connection.say(ok);
        connection.socket.setTimeout(idleMs, () => {
          connection.end();
        });
      }
    });

    for (let sent = 0; sent < 100; sent += 1) {
      expect(await textFrom(server.url, command({ target: `errors/${String(sent)}/retry` }))).toBe('[]');
      await new Promise((resolve) => setTimeout(resolve, (sent * 7) % (2 * idleMs)));
    }

    expect(server.requests).toHaveLength(100);
  });
});

describe('calls at once', () => {
  it('share 128 connections, the others wait within their own deadline', async () => {
    let answer: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (answer = resolve));
    const { url, connections } = await serverThat(async (connection) => {
      for (;;) {
        await connection.request();
        await released;
        await connection.say(rawReply('[]'));
      }
    });
    const member = memberAt(url);
    const calls = Array.from({ length: 200 }, () =>
      transports.http.send(member, read({ deadlineMs: 5000 }), staying()),
    );

    await expect(transports.http.send(member, read({ deadlineMs: 100 }), staying())).rejects.toMatchObject({
      reason: 'timeout',
      sent: 'no',
    });
    expect(transports.http.inFlight('us')).toBe(200);
    answer();
    const replies = await Promise.all(calls);

    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(connections.length).toBe(128);
    expect(transports.http.inFlight('us')).toBe(0);
  });

  it('never make a command wait', async () => {
    const { url } = await serverThat(async (connection) => {
      const { head } = await connection.request();
      if (head.startsWith('POST')) await connection.say(rawReply('', { status: '202 Accepted' }));
    });
    const leaving = new AbortController();
    const member = memberAt(url);
    const reads = Array.from({ length: 150 }, () =>
      transports.http.send(member, read({ deadlineMs: 9000 }), leaving.signal),
    );
    const ended = Promise.allSettled(reads);

    const { status } = await transports.http.send(member, command(), staying());
    leaving.abort();
    await ended;

    expect(status).toBe(202);
  });
});

describe('the end of the gateway', () => {
  it('closes every connection', async () => {
    const server = await serverThat(async (connection, index) => {
      await connection.request();
      if (index > 0) await connection.say(ok);
    });
    const ending = await startTransports();
    const hanging = ending.http.send(memberAt(server.url), read(), staying());
    const failed = expect(hanging).rejects.toMatchObject({ reason: 'unavailable' });
    await ending.http.send(memberAt(server.url), read(), staying());

    await ending.stop();

    await failed;
    await Promise.all(server.connections.map(({ ended }) => ended));
    expect(server.open).toBe(0);
  });
});
