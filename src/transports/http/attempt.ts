import type { Connection } from './connection.js';
import type { RunningCall } from './running-call.js';
import type { Dispatch } from './undici-adapter.js';

/** One request on one connection, and how far it came; decides what may be said about it afterwards. */
export class Attempt implements Dispatch {
  isSent = false;
  hasHeaders = false;
  /** The socket had served a request before, so its member may have been closing it. */
  isReused = false;
  private connection: Connection | undefined;
  private call: RunningCall | undefined;

  constructor(
    readonly path: string,
    readonly maxBytes: number,
  ) {}

  use(connection: Connection, call: RunningCall): void {
    this.connection = connection;
    this.call = call;
    this.isReused = connection.served > 0;
  }

  get dispatcher(): Connection['client'] {
    if (this.connection === undefined) throw new Error('there is no connection yet');
    return this.connection.client;
  }

  /** Whether it failed as a kept connection does that its member had closed. */
  get wasStale(): boolean {
    return this.isReused && !this.hasHeaders;
  }

  onSent(): void {
    this.isSent = true;
    this.connection?.expectReply();
  }

  onHeaders(): void {
    this.hasHeaders = true;
  }

  onData(): void {
    this.call?.beat();
  }

  brokenBy(): Error | undefined {
    return this.connection?.fault;
  }
}
