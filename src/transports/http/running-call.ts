import { setMaxListeners } from 'node:events';
import type { Connection } from './connection.js';
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

/** What becomes of the connection that a call was lent. */
export interface Lender {
  /** The reply on it was whole. */
  give(connection: Connection): void;
  /** It is of no use any more, or never was meant to be kept. */
  close(connection: Connection): void;
}

/**
 * One call while it runs: its deadline and the caller's leaving are raced against every step, because an aborted
 * request that still waits for its connection would not end by itself. A call that fails closes its connection at once,
 * so that the member stops working on it.
 */
export class RunningCall {
  ended: Ended | undefined;
  private readonly abort = new AbortController();
  private readonly interrupted: Promise<never>;
  private interrupt: (fault: CallEnded) => void = () => undefined;
  private readonly deadline: NodeJS.Timeout;
  private silence: NodeJS.Timeout | undefined;
  private lastBeat = 0;
  private lent: { readonly lender: Lender; readonly connection: Connection } | undefined;
  private isOver = false;
  private readonly leave = (): void => {
    this.end('caller left');
  };

  /** @param onOver is called once, when nothing of the call is left */
  constructor(
    private readonly limits: { readonly signal: AbortSignal; readonly until: number },
    private readonly onOver: () => void,
  ) {
    this.interrupted = new Promise<never>((_resolve, reject) => {
      this.interrupt = reject;
    });
    this.interrupted.catch(() => undefined);
    // One caller's signal ends the calls to all members; that many listeners are no leak.
    setMaxListeners(Infinity, limits.signal);
    limits.signal.addEventListener('abort', this.leave);
    this.deadline = setTimeout(
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

  use(lender: Lender, connection: Connection): void {
    this.lent = { lender, connection };
  }

  /** The reply is whole. */
  done(): void {
    const { lent } = this;
    this.close();
    lent?.lender.give(lent.connection);
  }

  fail(): void {
    const { lent } = this;
    this.close();
    lent?.lender.close(lent.connection);
  }

  /**
   * The reply's body is relayed from here on: the deadline was for its headers, now only silence of the member ends
   * the call. A reader that takes nothing is not the member's silence.
   */
  follow(body: RelayedBody, inactivityMs: number): void {
    clearTimeout(this.deadline);
    this.beat();
    const listen = (): void => {
      if (body.readableLength > 0) this.beat();
      const left = this.lastBeat + inactivityMs - performance.now();
      if (left <= 0) this.end('silence');
      else this.silence = setTimeout(listen, left);
    };
    listen();
    this.abort.signal.addEventListener('abort', () => {
      body.destroy(new CallEnded(this.ended ?? 'deadline'));
    });
    const close = (): void => {
      if (body.readableEnded) this.done();
      else this.fail();
    };
    if (body.closed) close();
    else body.once('close', close);
  }

  /** A sign of life of a body that is relayed. */
  beat(): void {
    this.lastBeat = performance.now();
  }

  private end(why: Ended): void {
    if (this.isOver || this.ended !== undefined) return;
    this.ended = why;
    this.interrupt(new CallEnded(why));
    this.abort.abort();
  }

  private close(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.lent = undefined;
    clearTimeout(this.deadline);
    clearTimeout(this.silence);
    this.limits.signal.removeEventListener('abort', this.leave);
    this.onOver();
  }
}
