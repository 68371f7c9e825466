import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** What happens on each connection, in order; a script that ends leaves its connection open. */
export type Script = (connection: RawConnection, index: number) => void | Promise<void>;

/** A request as it came, byte for byte. */
export interface RawRequest {
  /** Request line and headers, without the empty line; read as latin1. */
  readonly head: string;
  readonly body: Buffer;
}

/** How a connection ended for the server. */
export interface Ending {
  /** On the clock of `performance.now()`. */
  readonly at: number;
  /** `ECONNRESET` when the client cut it, `undefined` when it ended. */
  readonly error: string | undefined;
}

/** One connection of a client, in the hands of a script: says any bytes, waits for requests, drips, resets, ends. */
export class RawConnection {
  /** Requests that have come whole, oldest first. */
  readonly requests: RawRequest[] = [];
  /** Settles when the connection is over, whoever ended it. */
  readonly ended: Promise<Ending>;
  private received = Buffer.alloc(0);
  private taken = 0;
  private tell: () => void = () => undefined;
  private isOver = false;

  constructor(readonly socket: Socket) {
    let error: string | undefined;
    socket.on('error', (fault: NodeJS.ErrnoException) => (error = fault.code));
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      for (let request = this.cut(); request !== undefined; request = this.cut()) this.requests.push(request);
      this.tell();
    });
    this.ended = new Promise((resolve) => {
      socket.once('close', () => {
        this.isOver = true;
        this.tell();
        resolve({ at: performance.now(), error });
      });
    });
  }

  /**
   * The next request that no script has waited for yet, as soon as it is whole.
   * @throws Error when the connection ends before
   */
  async request(): Promise<RawRequest> {
    for (;;) {
      const next = this.requests[this.taken];
      if (next !== undefined) {
        this.taken += 1;
        return next;
      }
      if (this.isOver) throw new Error('the client left before its request was whole');
      await new Promise<void>((resolve) => (this.tell = resolve));
    }
  }

  /** Writes bytes (text as latin1), and waits until they are on their way or the connection is over. */
  async say(bytes: string | Buffer): Promise<void> {
    if (this.isOver) return;
    await new Promise<void>((resolve) => {
      this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => {
        resolve();
      });
    });
  }

  /** Writes bytes one at a time, as long as the client listens. */
  async drip(bytes: string, everyMs: number): Promise<void> {
    for (const byte of bytes) {
      await this.say(byte);
      await this.pause(everyMs);
      if (this.isOver) return;
    }
  }

  /**
   * Writes as many bytes as the client takes, up to so many, until it has taken nothing for a while.
   * @returns how many were handed to the operating system
   */
  async pour(bytes: number, stalledAfterMs = 400): Promise<number> {
    const block = Buffer.alloc(65_536, 'x');
    let poured = 0;
    while (poured < bytes && !this.isOver) {
      const part = block.subarray(0, Math.min(block.length, bytes - poured));
      poured += part.length;
      if (this.socket.write(part)) continue;
      const drained = new Promise<boolean>((resolve) =>
        this.socket.once('drain', () => {
          resolve(true);
        }),
      );
      const stalled = this.pause(stalledAfterMs).then(() => false);
      if (!(await Promise.race([drained, stalled]))) break;
    }
    return poured - this.socket.writableLength;
  }

  /** Waits, but no longer than the connection lives. */
  async pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([new Promise((resolve) => (timer = setTimeout(resolve, ms))), this.ended]);
    clearTimeout(timer);
  }

  /** FIN, after everything that was said. */
  end(): void {
    this.socket.end();
  }

  /** RST. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  private cut(): RawRequest | undefined {
    const end = this.received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const head = this.received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const after = end + 4 + length;
    if (this.received.length < after) return undefined;
    const body = this.received.subarray(end + 4, after);
    this.received = this.received.subarray(after);
    return { head, body };
  }
}

/** A server that says exactly the bytes of its script. */
export interface RawServer {
  readonly port: number;
  /** `http://127.0.0.1:{port}/api/`, `https` with TLS. */
  readonly url: string;
  /** Every connection so far, oldest first, the closed ones too. */
  readonly connections: readonly RawConnection[];
  /** Requests on all connections, in order of connections. */
  readonly requests: readonly RawRequest[];
  /** Connections that are open now. */
  readonly open: number;
  stop(): Promise<void>;
}

/** Listens on 127.0.0.1 (or another loopback address) and runs the script on each connection. */
export async function startRawServer(
  script: Script,
  options: { readonly host?: string; readonly port?: number; readonly tls?: TlsOptions } = {},
): Promise<RawServer> {
  const connections: RawConnection[] = [];
  const host = options.host ?? '127.0.0.1';
  const connected = (socket: Socket): void => {
    const connection = new RawConnection(socket);
    connections.push(connection);
    // A client that leaves ends the script as well.
    void Promise.resolve(script(connection, connections.length - 1)).catch(() => undefined);
  };
  const server = options.tls === undefined ? createTcpServer(connected) : createTlsServer(options.tls, connected);
  server.on('tlsClientError', () => undefined);
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    port,
    url: `${options.tls === undefined ? 'http' : 'https'}://${name}:${String(port)}/api/`,
    connections,
    get requests() {
      return connections.flatMap(({ requests }) => requests);
    },
    get open() {
      return connections.filter(({ socket }) => !socket.destroyed).length;
    },
    stop: () => stop(server, connections),
  };
}

async function stop(server: Server, connections: readonly RawConnection[]): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const { socket } of connections) socket.destroy();
  await closed;
}

/** A whole reply as text; its length is announced unless the headers say how it is framed. */
export function rawReply(
  body: string,
  { status = '200 OK', headers = [] }: { readonly status?: string; readonly headers?: readonly string[] } = {},
): string {
  const isFramed = headers.some((header) => /^(?:content-length|transfer-encoding):/i.test(header));
  const lines = isFramed ? headers : [`Content-Length: ${String(Buffer.byteLength(body, 'latin1'))}`, ...headers];
  return [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n');
}

/** Answers every request of every connection alike. */
export function answering(reply: string | Buffer): Script {
  return async (connection) => {
    for (;;) {
      await connection.request();
      await connection.say(reply);
    }
  };
}
