import { describe, expect, it } from '@jest/globals';
import type { Readable } from 'node:stream';
import type { Member } from '../../src/members/member.js';
import type { MemberTransport } from '../../src/transports/member-transport.js';
import type { RawServer, Script } from '../support/raw-server.js';
import { read, staying } from './start-transports.js';

/** Starts a member with this script, and says how to reach it. */
export type MemberThat = (script: Script) => Promise<{
  readonly server: RawServer;
  readonly member: Member;
  readonly transport: MemberTransport;
}>;

/** How late a transport may be on a busy machine. */
const slackMs = 300;
const megabyte = 1_048_576;

/** The part of the contract about bodies that are relayed while they arrive. */
export function streamContract(memberThat: MemberThat): void {
  describe('stream', () => {
    it('relays the body while it arrives', async () => {
      let goOn: () => void = () => undefined;
      const seen = new Promise<void>((resolve) => (goOn = resolve));
      const { member, transport } = await memberThat(async (connection) => {
        await connection.request();
        await connection.say('HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 6\r\n\r\nabc');
        await seen;
        await connection.say('def');
      });

      const { status, headers, body } = await transport.stream(member, read(), staying());
      const [first] = await chunksOf(body, 1);
      goOn();
      const rest = await textOf(body);

      expect([status, headers['content-type'], headers['content-length']]).toEqual([200, 'text/xml', '6']);
      expect([first?.toString(), rest]).toEqual(['abc', 'def']);
    });

    it('fails before headers as send does', async () => {
      const { server, member, transport } = await memberThat(() => undefined);
      await server.stop();

      await expect(transport.stream(member, read(), staying())).rejects.toMatchObject({
        reason: 'unavailable',
        sent: 'no',
      });
    });

    it('waits for headers until the deadline, for the body as long as it moves', async () => {
      const { member, transport } = await memberThat(async (connection) => {
        await connection.request();
        await connection.say('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n');
        await connection.drip('12345678', 60);
      });

      const { body } = await transport.stream(member, read({ deadlineMs: 400 }), staying());

      expect(await textOf(body)).toBe('12345678');
    });

    it('gives up a body that stops coming', async () => {
      const { server, member, transport } = await memberThat(async (connection) => {
        await connection.request();
        await connection.say('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n1234');
      });
      const { body } = await transport.stream(member, read({ inactivityMs: 200 }), staying());
      const started = performance.now();

      await expect(textOf(body)).rejects.toThrow();

      expect(performance.now() - started).toBeLessThan(200 + slackMs);
      expect((await server.connections[0]?.ended)?.at).toBeDefined();
    });

    it('breaks when the member does', async () => {
      const { member, transport } = await memberThat(async (connection) => {
        await connection.request();
        await connection.say('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n1234');
        connection.reset();
      });

      const { body } = await transport.stream(member, read(), staying());

      await expect(textOf(body)).rejects.toThrow();
    });

    it.each(['end', 'reset'] as const)(
      'breaks when headers and %s come together, and nothing stays behind',
      async (how) => {
        const { member, server, transport } = await memberThat(async (connection) => {
          await connection.request();
          await connection.say('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n1234');
          connection[how]();
        });

        for (let asked = 0; asked < 20; asked += 1) {
          const text = transport.stream(member, read(), staying()).then(({ body }) => textOf(body));
          await expect(text).rejects.toThrow();
        }

        await Promise.all(server.connections.map(({ ended }) => ended));
      },
    );

    it('stops the member when the reader stops', async () => {
      let poured: Promise<number> | undefined;
      const { member, transport } = await memberThat(async (connection) => {
        await connection.request();
        await connection.say(`HTTP/1.1 200 OK\r\nContent-Length: ${String(100 * megabyte)}\r\n\r\n`);
        poured = connection.pour(100 * megabyte);
      });

      const { body } = await transport.stream(member, read({ deadlineMs: 5000 }), staying());
      await chunksOf(body, 1);

      expect(await poured).toBeLessThan(32 * megabyte);
      body.destroy();
    });

    it.each<[string, (leaving: AbortController, body: Readable) => void]>([
      [
        'the caller leaves',
        (leaving) => {
          leaving.abort();
        },
      ],
      [
        'the reader drops the body',
        (_leaving, body) => {
          body.destroy();
        },
      ],
    ])('ends at the member when %s', async (_what, leave) => {
      const leaving = new AbortController();
      const { server, member, transport } = await memberThat(async (connection) => {
        await connection.request();
        await connection.say('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n1234');
      });
      const { body } = await transport.stream(member, read({ deadlineMs: 5000 }), leaving.signal);
      body.on('error', () => undefined);
      const left = performance.now();

      leave(leaving, body);

      const gone = await server.connections[0]?.ended;
      expect((gone?.at ?? Infinity) - left).toBeLessThan(100 + slackMs);
      expect(body.destroyed).toBe(true);
    });
  });
}

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The first chunks; the body stays open and paused. */
async function chunksOf(body: Readable, count: number): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  while (chunks.length < count) {
    const chunk = body.read() as Buffer | null;
    if (chunk === null) await new Promise((resolve) => body.once('readable', resolve));
    else chunks.push(chunk);
  }
  return chunks;
}
