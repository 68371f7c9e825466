import { Connection, type Origin } from './connection.js';

/** Names are looked up again by then, even when the old address still answers. */
const longestLifeMs = 25_000;
/** Reads at once at one surface of one member; more wait for a connection within their own deadline. */
const mostForReads = 128;

/** The connections to one surface of one member: most recently used first, so that the others can fall idle. */
export class Connections {
  private readonly idle: Connection[] = [];
  private readonly waiting: ((connection: Connection) => void)[] = [];
  private readonly reading = new Set<Connection>();
  private readonly commanding = new Set<Connection>();
  private isClosed = false;

  constructor(private readonly origin: Origin) {}

  /** A kept connection when there is one; `give`, `giveBack` or `close` it afterwards. */
  forRead(): Connection | Promise<Connection> {
    const now = performance.now();
    for (let kept = this.idle.pop(); kept !== undefined; kept = this.idle.pop()) {
      if (now - kept.born < longestLifeMs) return kept;
      this.close(kept);
    }
    if (this.reading.size < mostForReads) return this.create(this.reading);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /**
   * A connection that nobody has used: whatever goes wrong on it was not the end of an idle connection, so a command
   * that failed on it is never reported as doubtful for nothing (decision 26a). It is not kept either.
   */
  forCommand(): Connection {
    return this.create(this.commanding);
  }

  /** The reply on it was whole: the connection serves the next call. */
  give(connection: Connection): void {
    connection.served += 1;
    if (this.commanding.has(connection)) this.close(connection);
    else this.giveBack(connection);
  }

  /** Nothing was sent on it. */
  giveBack(connection: Connection): void {
    if (!this.reading.has(connection)) return;
    const next = this.waiting.shift();
    if (next !== undefined) next(connection);
    else this.idle.push(connection);
  }

  /** Ends a connection at once, with whatever is under way on it. */
  close(connection: Connection): void {
    this.commanding.delete(connection);
    const wasRead = this.reading.delete(connection);
    const at = this.idle.indexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
    connection.destroy();
    if (!wasRead || this.isClosed) return;
    const next = this.waiting.shift();
    if (next !== undefined) next(this.create(this.reading));
  }

  /** Kept connections are not to be trusted: one of them led nowhere. */
  closeIdle(): void {
    for (const connection of [...this.idle]) this.close(connection);
  }

  closeAll(): void {
    this.isClosed = true;
    for (const connection of [...this.reading, ...this.commanding]) this.close(connection);
  }

  private create(among: Set<Connection>): Connection {
    const connection = new Connection(this.origin, () => {
      // A closed connection that is lent is its call's business.
      if (this.idle.includes(connection)) this.close(connection);
    });
    among.add(connection);
    if (this.isClosed) connection.destroy();
    return connection;
  }
}
