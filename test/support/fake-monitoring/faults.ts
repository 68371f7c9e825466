/** What goes wrong. Plain data, so that a fault can be set over the control port as well. */
export type Fault =
  /** The reply is ready, but is sent only after a while. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The reply is ready, but is sent only when the faults are cleared. */
  | { readonly kind: 'hold' }
  /** Nothing is ever sent; the connection stays open. */
  | { readonly kind: 'never-answer' }
  /** Another status than the right one; the request has no effect. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** An exception that nobody handles: 500 without body, without any header of the application. */
  | { readonly kind: 'crash' }
  /** A page of something in between, for example a sign-in page; 200 unless a status is given. */
  | { readonly kind: 'html'; readonly status?: number }
  /**
   * The first bytes of the right body (half of them unless said) and then the end: of the announced length, of the
   * chunks without the last one, or with framing that says all is well.
   */
  | {
      readonly kind: 'truncate';
      readonly bytes?: number;
      readonly framing: 'length-unmet' | 'last-chunk-missing' | 'correct';
    }
  /**
   * The connection is reset: as soon as it is opened, when the request has been carried out, or in the middle of the
   * body (half of it unless said).
   */
  | { readonly kind: 'reset'; readonly when: 'connected' | 'before-headers' }
  | { readonly kind: 'reset'; readonly when: 'in-body'; readonly bytes?: number }
  /** Headers at once, then the body a few bytes at a time. */
  | { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number };

/** Which requests a fault meets. */
export interface FaultTarget {
  readonly method?: string;
  /** Text that the raw target holds, in any letter case. */
  readonly path?: string;
  /** For so many requests; without it until the faults are cleared. */
  readonly times?: number;
}

interface SetFault extends FaultTarget {
  readonly fault: Fault;
  left: number;
}

/** The faults of one fake. The first that fits a request is applied to it. */
export class Faults {
  private set: SetFault[] = [];
  private lift: () => void = () => undefined;
  private lifted = this.nextClear();

  add(fault: Fault, target: FaultTarget = {}): void {
    this.set.push({ ...target, fault, left: target.times ?? Infinity });
  }

  /** From now on all is well again; held replies are sent. */
  clear(): void {
    this.set = [];
    this.lift();
    this.lifted = this.nextClear();
  }

  list(): (FaultTarget & { readonly fault: Fault })[] {
    return this.set.map(({ left: _left, ...given }) => given);
  }

  /** Settles when the faults are cleared the next time. */
  get cleared(): Promise<void> {
    return this.lifted;
  }

  /** The fault of a new connection, if it is to be reset at once. */
  ofConnection(): Fault | undefined {
    return this.use((given) => isReset(given.fault));
  }

  ofRequest(method: string, target: string): Fault | undefined {
    return this.use(
      (given) =>
        !isReset(given.fault) &&
        (given.method === undefined || given.method.toUpperCase() === method) &&
        (given.path === undefined || target.toLowerCase().includes(given.path.toLowerCase())),
    );
  }

  private nextClear(): Promise<void> {
    return new Promise((resolve) => (this.lift = resolve));
  }

  private use(fits: (given: SetFault) => boolean): Fault | undefined {
    const found = this.set.find(fits);
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.set = this.set.filter((given) => given !== found);
    return found.fault;
  }
}

function isReset(fault: Fault): boolean {
  return fault.kind === 'reset' && fault.when === 'connected';
}
