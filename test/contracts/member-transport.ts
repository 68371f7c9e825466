import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { Member } from '../../src/members/member.js';
import { CallerLeft, TransportFault, type MemberTransport } from '../../src/transports/member-transport.js';
import { answering, rawReply, startRawServer, type RawServer, type Script } from '../support/raw-server.js';
import { streamContract, type MemberThat } from './member-transport-streams.js';
import { command, read, staying } from './start-transports.js';

/** A transport as it runs in the gateway, with whatever it needs on the member's side. */
export interface TransportUnderTest {
  readonly transport: MemberTransport;
  /** A member whose instance listens at this base address; reaching it is the transport's task. */
  memberAt(url: string): Member;
  stop(): Promise<void>;
}

/** How late a transport may be on a busy machine. */
const slackMs = 300;

/** What every transport must do, whatever is between the gateway and its members. */
export function memberTransportContract(name: string, start: () => Promise<TransportUnderTest>): void {
  describe(`${name} as a member transport`, () => {
    let under: TransportUnderTest;
    const servers: RawServer[] = [];

    beforeAll(async () => {
      under = await start();
    });

    afterEach(async () => {
      await Promise.all(servers.splice(0).map((server) => server.stop()));
    });

    afterAll(() => under.stop());

    const memberThat: MemberThat = async (script) => {
      const server = await startRawServer(script);
      servers.push(server);
      return { server, member: under.memberAt(server.url), transport: under.transport };
    };

    const faultOf = async (member: Member, request = read()): Promise<TransportFault> => {
      const fault: unknown = await under.transport.send(member, request, staying()).catch((thrown: unknown) => thrown);
      if (!(fault instanceof TransportFault)) throw new Error(`not a fault: ${String(fault)}`);
      return fault;
    };

    describe('send', () => {
      it('brings method, raw target, headers and body to the member byte for byte', async () => {
        const { server, member } = await memberThat(answering(rawReply('')));
        const body = Buffer.from([0, 255, 10, 13]);
        const headers = { authorization: 'Bearer a.b', 'content-type': 'application/json' };

        await under.transport.send(member, command({ target: 'errors/a%2Fb/%20?x=%2B&x=1', headers, body }), staying());

        const [request] = server.requests;
        expect(request?.head).toMatch(/^POST \/api\/errors\/a%2Fb\/%20\?x=%2B&x=1 HTTP\/1\.1\r\n/);
        expect(request?.head).toMatch(/\r\nauthorization: Bearer a\.b\r\n/i);
        expect(request?.head).toMatch(/\r\ncontent-type: application\/json(?:\r\n|$)/i);
        expect(request?.body).toEqual(body);
      });

      it('gives the status, the headers by lower-case name, repeated ones as arrays, and the bytes', async () => {
        const headers = ['X-Particular-Version: 6.19.0', 'Total-Count: 7', 'total-count: 8'];
        const { member } = await memberThat(answering(rawReply('[1]', { status: '207 Some', headers })));

        const reply = await under.transport.send(member, read(), staying());

        expect(reply.status).toBe(207);
        expect(reply.headers['x-particular-version']).toBe('6.19.0');
        expect(reply.headers['total-count']).toEqual(['7', '8']);
        expect(reply.body.toString()).toBe('[1]');
      });

      it.each([302, 400, 401, 404, 429, 500, 503])('takes %i for an answer, not for a fault', async (status) => {
        const headers = ['Location: http://127.0.0.1:9/sign-in'];
        const { server, member } = await memberThat(
          answering(rawReply('x', { status: `${String(status)} X`, headers })),
        );

        expect((await under.transport.send(member, read(), staying())).status).toBe(status);
        expect(server.requests).toHaveLength(1);
      });

      it.each([
        ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 77\r\n\r\n'],
        ['GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
        ['GET', 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'],
        ['GET', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
      ])('gives an empty body for %s and %j', async (method, answer) => {
        const { member } = await memberThat(answering(answer));

        expect((await under.transport.send(member, read({ method }), staying())).body).toHaveLength(0);
      });

      it('decompresses', async () => {
        const packed = gzipSync('[1,2]').toString('latin1');
        const { member } = await memberThat(answering(rawReply(packed, { headers: ['Content-Encoding: gzip'] })));

        expect((await under.transport.send(member, read(), staying())).body.toString()).toBe('[1,2]');
      });
    });

    describe('faults', () => {
      it('says that nothing was sent when nobody listens', async () => {
        const { server, member } = await memberThat(() => undefined);
        await server.stop();

        const fault = await faultOf(member);

        expect([fault.reason, fault.sent]).toEqual(['unavailable', 'no']);
        expect(fault.message).toContain(member.key);
      });

      it.each<[string, Script]>([
        [
          'resets the connection instead of answering',
          async (connection) => {
            await connection.request();
            connection.reset();
          },
        ],
        [
          'ends the connection before the announced length',
          async (connection) => {
            await connection.request();
            await connection.say(rawReply('[1', { headers: ['Content-Length: 9'] }));
            connection.end();
          },
        ],
        [
          'says something that is not HTTP',
          async (connection) => {
            await connection.request();
            await connection.say('SSH-2.0-OpenSSH_9.2\r\n');
          },
        ],
      ])('says unavailable, perhaps sent, when the member %s', async (_what, script) => {
        const { member } = await memberThat(script);

        const fault = await faultOf(member);

        expect([fault.reason, fault.sent]).toEqual(['unavailable', 'maybe']);
      });

      it('sends a command once, whatever becomes of it', async () => {
        const { server, member } = await memberThat(async (connection) => {
          await connection.request();
          connection.reset();
        });

        expect((await faultOf(member, command())).sent).toBe('maybe');
        expect(server.requests).toHaveLength(1);
      });
    });

    describe('the deadline', () => {
      it.each<[string, Script]>([
        ['says nothing', () => undefined],
        [
          'drips its body',
          async (connection) => {
            await connection.request();
            await connection.say('HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n');
            await connection.drip('x'.repeat(999), 20);
          },
        ],
      ])('ends a call to a member that %s, and the member sees it at once', async (_what, script) => {
        const { server, member } = await memberThat(script);
        const started = performance.now();

        const fault = await faultOf(member, read({ deadlineMs: 300 }));

        const ms = performance.now() - started;
        const gone = await server.connections[0]?.ended;
        expect([fault.reason, fault.sent]).toEqual(['timeout', 'maybe']);
        expect(ms).toBeGreaterThanOrEqual(295);
        expect(ms).toBeLessThan(300 + slackMs);
        expect((gone?.at ?? Infinity) - started).toBeLessThan(400 + slackMs);
      });
    });

    describe('a caller who leaves', () => {
      it('is told so at once, and the member sees it', async () => {
        const leaving = new AbortController();
        let left = 0;
        const { server, member } = await memberThat(async (connection) => {
          await connection.request();
          left = performance.now();
          leaving.abort();
        });

        const call = under.transport.send(member, read({ deadlineMs: 5000 }), leaving.signal);

        await expect(call).rejects.toThrow(CallerLeft);
        const gone = await server.connections[0]?.ended;
        expect((gone?.at ?? Infinity) - left).toBeLessThan(100 + slackMs);
      });

      it('sends nothing when he had left before', async () => {
        const { server, member } = await memberThat(answering(rawReply('[]')));

        await expect(under.transport.send(member, read(), AbortSignal.abort())).rejects.toThrow(CallerLeft);
        await under.transport.send(member, read({ target: 'second' }), staying());
        expect(server.requests.map(({ head }) => head.split(' ')[1])).toEqual(['/api/second']);
      });
    });

    streamContract(memberThat);
  });
}
