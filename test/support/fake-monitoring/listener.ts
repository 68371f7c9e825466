import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** ServiceControl's server closes a connection that was idle for 130 s (hosting 10.4). */
const idleMs = 130_000;

/** What a listener tells the fake behind it. */
export interface ListenerEvents {
  connected(socket: Socket): void;
  requested(message: IncomingMessage, response: ServerResponse): void;
}

/** Where a fake listens. */
export interface ListeningAddress {
  /** 127.0.0.1 unless the fake is to be reached from other machines or containers. */
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
}

/** An HTTP server that comes back on the same port after it was stopped. */
export class Listener {
  private server: Server | undefined;
  private boundPort: number;

  constructor(
    private readonly events: ListenerEvents,
    private readonly address: ListeningAddress,
  ) {
    this.boundPort = address.port;
  }

  /** The port in use, also while stopped; before the first start the wanted one. */
  get port(): number {
    return this.boundPort;
  }

  get isListening(): boolean {
    return this.server !== undefined;
  }

  async start(): Promise<void> {
    if (this.server !== undefined) return;
    const server = createServer({ keepAliveTimeout: idleMs }, (message, response) =>
      this.events.requested(message, response),
    );
    server.on('connection', (socket) => this.events.connected(socket));
    this.server = server;
    server.listen(this.boundPort, this.address.host);
    await once(server, 'listening');
    this.boundPort = (server.address() as AddressInfo).port;
  }

  /** New connections are refused from now on, open ones are closed at once. */
  async stop(): Promise<void> {
    const server = this.server;
    if (server === undefined) return;
    this.server = undefined;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}
