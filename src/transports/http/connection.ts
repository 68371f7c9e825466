import { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Client, type buildConnector } from 'undici';
import { Dialling } from './dialling.js';
import type { Names } from './names.js';
import { ReplyHeads } from './reply-heads.js';

/** Shorter than the 130 s after which members close (hosting contract 10.4). */
export const idleMs = 20_000;
/** Node's own limit; longer heads are refused. */
const maxHeadBytes = 16_384;

/** Where connections of one kind lead to, and what they are made with. */
export interface Origin {
  readonly url: URL;
  readonly names: Names;
  /** Only for https. */
  readonly secureContext?: SecureContext;
}

/** One connection, lent to one call at a time, so that ending the call can close it whatever its state. */
export class Connection {
  readonly client: Client;
  /** When the socket was opened, or began to be. */
  born = performance.now();
  /** Requests whose replies came whole over the socket that is open now. */
  served = 0;
  /** What broke the socket, if anything did. */
  fault: Error | undefined;
  private dialling: Dialling | undefined;
  private heads: ReplyHeads | undefined;

  /** @param onClosed is called when the socket has closed; the next request would open another one */
  constructor(origin: Origin, onClosed: () => void) {
    this.client = new Client(origin.url.origin, {
      connect: (_to, done) => {
        this.open(origin, done);
      },
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      maxHeaderSize: maxHeadBytes,
      pipelining: 1,
      // The call's own deadline covers everything; these would only add coarser ones.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.client.on('disconnect', () => {
      this.served = 0;
      onClosed();
    });
  }

  /** A request is about to be written. */
  expectReply(): void {
    this.heads?.expect();
  }

  /** Closes the socket at once, or stops opening it. */
  destroy(): void {
    void this.client.destroy();
    this.dialling?.destroy();
  }

  private open(origin: Origin, done: buildConnector.Callback): void {
    const { hostname, port, protocol } = origin.url;
    const { secureContext } = origin;
    this.born = performance.now();
    this.fault = undefined;
    this.dialling = new Dialling(
      {
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
        ...(secureContext === undefined ? {} : { secureContext }),
      },
      origin.names,
      (result) => {
        this.dialling = undefined;
        if (!(result instanceof Socket)) {
          done(result, null);
          return;
        }
        this.watch(result);
        done(null, result);
      },
    );
  }

  /** Before undici does, which takes a reset for the end of a reply that has no length. */
  private watch(socket: Socket): void {
    socket.on('error', (fault) => {
      this.fault = fault;
    });
    this.heads = new ReplyHeads(socket);
  }
}
