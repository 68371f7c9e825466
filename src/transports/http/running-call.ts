import type { Connection, Connections } from './connections.js';
import type { RelayedBody } from './relayed-body.js';

/** Why a call was ended from our side. */
export type Ended = 'deadline' | 'caller left' | 'silence';

/** Ends whatever a call is waiting for. */
export class CallEnded extends Error {
  constructor(readonly why: Ended) {
    super(`ended: ${why}`);
    this.name = 'CallEnded';
  }
}

/**
 * One call while it runs: its deadline and the caller's leaving are raced against every step, because an aborted
 * request that still waits for its connection would not end by itself. Ending closes the connection at once, so that
 * the member stops working on it.
 */
export class RunningCall {
  ended: Ended | undefined;
  private readonly abort = new AbortController();
  private readonly interrupted: Promise<never>;
  private interrupt: (fault: CallEnded) => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;
  private lent: { readonly pool: Connections; readonly connection: Connection } | undefined;
  private readonly leave = (): void => {
    this.end('caller left');
  };

  constructor(
    private readonly limits: { readonly signal: AbortSignal; readonly until: number },
    private readonly onClosed: () => void,
  ) {
    this.interrupted = new Promise<never>((_resolve, reject) => {
      this.interrupt = reject;
    });
    this.interrupted.catch(() => undefined);
    limits.signal.addEventListener('abort', this.leave);
    this.timer = setTimeout(
      () => {
        this.end('deadline');
      },
      Math.max(0, limits.until - performance.now()),
    );
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** The step's result, unless the call ends first; `late` then gets a result that still comes. */
  async race<Result>(step: Result | Promise<Result>, late?: (result: Result) => void): Promise<Result> {
    if (!(step instanceof Promise)) return step;
    try {
      return await Promise.race([step, this.interrupted]);
    } catch (fault) {
      step.then(late, () => undefined);
      throw fault;
    }
  }

  use(pool: Connections, connection: Connection): void {
    this.lent = { pool, connection };
  }

  /** The reply is whole: the connection may serve the next call. */
  done(): void {
    const { lent } = this;
    this.release();
    if (lent !== undefined) lent.pool.give(lent.connection);
  }

  fail(): void {
    const { lent } = this;
    this.release();
    if (lent !== undefined) lent.pool.close(lent.connection);
  }

  /** From here on only silence ends the call: the deadline was for the headers. */
  follow(body: RelayedBody, inactivityMs: number): void {
    clearTimeout(this.timer);
    const timer = setInterval(
      () => {
        if (body.isPaused() || body.readableLength > 0) this.beat();
        if (performance.now() - this.lastBeat > inactivityMs) this.end('silence');
      },
      Math.min(1000, inactivityMs),
    );
    this.beat();
    body.once('close', () => {
      clearInterval(timer);
      if (body.readableEnded && body.errored === null) this.done();
      else this.fail();
    });
    this.abort.signal.addEventListener('abort', () => body.destroy(new CallEnded(this.ended ?? 'deadline')), {
      once: true,
    });
  }

  private lastBeat = performance.now();

  /** A sign of life of a body that is relayed. */
  beat(): void {
    this.lastBeat = performance.now();
  }

  private end(why: Ended): void {
    if (this.ended !== undefined) return;
    this.ended = why;
    this.interrupt(new CallEnded(why));
    this.abort.abort();
    // Also ends a request that is still waiting for its socket.
    if (this.lent !== undefined) this.lent.pool.close(this.lent.connection);
  }

  private release(): void {
    this.lent = undefined;
    clearTimeout(this.timer);
    this.limits.signal.removeEventListener('abort', this.leave);
    this.onClosed();
  }
}
