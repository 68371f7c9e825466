import { Client } from 'undici';

/** How connections to members are made and kept; milliseconds. */
const connectTimeoutMs = 1000;
/** Below the 130 s after which members close (hosting contract 10.4). */
const idleMs = 20_000;
/** A command never goes out on a connection that was idle for longer: its member may be closing it (decision 26a). */
const freshForCommandMs = 1000;
/** Names are resolved again by then, even when the old address still answers. */
const longestLifeMs = 25_000;
/** Calls at once to one member; more wait for a connection within their own deadline. */
const most = 128;

/** One connection, lent to one call at a time, so that ending the call can close it whatever its state. */
export class Connection {
  readonly born = performance.now();
  lastUsed = this.born;
  /** Requests whose replies came whole over the socket that is open now. */
  served = 0;

  constructor(readonly client: Client) {
    // A socket that closed while idle is replaced by the next request, which is then the first on its socket.
    client.on('disconnect', () => {
      this.served = 0;
    });
  }

  get isOpen(): boolean {
    return !this.client.destroyed && !this.client.closed;
  }
}

/** The connections of one member's surface: most recently used first, so that the others can fall idle. */
export class Connections {
  private readonly idle: Connection[] = [];
  private readonly waiting: ((connection: Connection) => void)[] = [];
  private readonly open = new Set<Connection>();

  constructor(
    private readonly origin: string,
    private readonly options: Client.Options = {},
  ) {}

  get lent(): number {
    return this.open.size - this.idle.length;
  }

  /** A connection for one call; `give` or `close` it afterwards. */
  take(forCommand: boolean): Connection | Promise<Connection> {
    const now = performance.now();
    const idle = this.idle.pop();
    if (idle !== undefined) {
      const limit = forCommand ? freshForCommandMs : idleMs;
      if (idle.isOpen && now - idle.lastUsed < limit && now - idle.born < longestLifeMs) return idle;
      this.close(idle);
      return this.take(forCommand);
    }
    if (this.open.size < most) return this.create();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  give(connection: Connection): void {
    connection.lastUsed = performance.now();
    connection.served += 1;
    const next = this.waiting.shift();
    if (next !== undefined) next(connection);
    else this.idle.push(connection);
  }

  /** Ends a connection at once, with whatever is under way on it. */
  close(connection: Connection): void {
    if (!this.open.delete(connection)) return;
    const at = this.idle.indexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
    void connection.client.destroy();
    const next = this.waiting.shift();
    if (next !== undefined) next(this.create());
  }

  closeAll(): void {
    for (const connection of [...this.open]) this.close(connection);
  }

  private create(): Connection {
    const client = new Client(this.origin, {
      connect: { timeout: connectTimeoutMs, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 50 },
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      pipelining: 1,
      // The call's own deadline covers everything; these would only add coarser ones.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...this.options,
    });
    const connection = new Connection(client);
    this.open.add(connection);
    return connection;
  }
}
