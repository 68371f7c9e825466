import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** ServiceControl's server closes a connection that was idle for 130 s (hosting 10.4). */
const usualIdleMs = 130_000;
/** More than members accept, so that the fake itself decides about 414 and 431. */
const maxHeaderBytes = 128 * 1024;

/** What a listener tells the fake behind it. */
export interface ListenerEvents {
  /** May destroy the socket. */
  connected(socket: Socket): void;
  requested(message: IncomingMessage, response: ServerResponse): void;
  /** How long an idle connection lives from now on; `undefined` for the usual 130 s. */
  idleMs(): number | undefined;
}

/** An HTTP server that comes back on the same port after it was stopped. */
export class Listener {
  private server: Server | undefined;

  constructor(
    private readonly events: ListenerEvents,
    private boundPort: number,
    private readonly host: string,
  ) {}

  /** The port in use, also while stopped; before the first start the wanted one. */
  get port(): number {
    return this.boundPort;
  }

  get isListening(): boolean {
    return this.server !== undefined;
  }

  async start(): Promise<void> {
    if (this.server !== undefined) return;
    const server = createServer(
      { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0, maxHeaderSize: maxHeaderBytes },
      (message, response) => {
        this.watchIdle(message.socket, response);
        this.events.requested(message, response);
      },
    );
    server.maxHeadersCount = 0;
    server.on('connection', (socket) => {
      socket.on('timeout', () => {
        socket.destroySoon();
      });
      this.events.connected(socket);
    });
    this.server = server;
    server.listen(this.boundPort, this.host);
    await once(server, 'listening');
    this.boundPort = (server.address() as AddressInfo).port;
  }

  /** New connections are refused from now on, open ones are closed at once; waits until nothing is left. */
  async stop(): Promise<void> {
    const server = this.server;
    if (server === undefined) return;
    this.server = undefined;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  private watchIdle(socket: Socket, response: ServerResponse): void {
    socket.setTimeout(0);
    response.once('close', () => {
      if (socket.destroyed) return;
      socket.setTimeout(this.events.idleMs() ?? usualIdleMs);
    });
  }
}
