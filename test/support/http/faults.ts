/** What goes wrong. Plain data but for `rewrite`, so that faults can be set over a control port as well. */
export type Fault =
  /** The reply is ready, but is sent only after a while. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The reply is ready, but is sent only when the faults are cleared. */
  | { readonly kind: 'hold' }
  /** Nothing is ever sent; the connection stays open. */
  | { readonly kind: 'never-answer'; readonly executes?: boolean }
  /** Another status than the right one; the request has no effect. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** An exception that nobody handles: 500 without body and without the usual headers. No effect. */
  | { readonly kind: 'crash' }
  /** A page of something in between, for example a sign-in page; 200 unless a status is given. No effect. */
  | { readonly kind: 'html'; readonly status?: number }
  /** Sends the caller elsewhere; 302 unless a status is given. No effect. */
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  /** These bytes (read as latin1) in the place of a reply, then the end of the connection. No effect. */
  | { readonly kind: 'raw'; readonly text: string }
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
   * The connection is reset: as soon as it is opened, when the request is here (carried out unless `executes` is
   * false), or in the middle of the body (half of it unless said).
   */
  | { readonly kind: 'reset'; readonly when: 'connected' }
  | { readonly kind: 'reset'; readonly when: 'before-headers'; readonly executes?: boolean }
  | { readonly kind: 'reset'; readonly when: 'in-body'; readonly bytes?: number }
  /** Headers at once, then the body a few bytes at a time. */
  | { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number }
  /** EF BB BF before the body. */
  | { readonly kind: 'bom' }
  /** Another content type on the right body, none when left out. */
  | { readonly kind: 'content-type'; readonly value?: string }
  /** A header with these lines in the place of its own; none removes it. */
  | { readonly kind: 'header'; readonly name: string; readonly values: readonly string[] }
  /** Other text in the place of a body, with the headers of the right one: `null`, `{}`, `7`. */
  | { readonly kind: 'body'; readonly text: string }
  /** Rows in another order, or each of them twice. */
  | { readonly kind: 'rows'; readonly are: 'unsorted' | 'doubled' }
  /** The body's text changed by a function. */
  | { readonly kind: 'rewrite'; readonly text: (text: string) => string }
  /** A body of so many blanks before the right one, compressed: a few bytes on the wire, many after decoding. */
  | { readonly kind: 'bomb'; readonly bytes: number }
  /** Named as the encoding of a body that is not encoded so. */
  | { readonly kind: 'content-encoding'; readonly value: string }
  /** The connection ends after each whole reply, which does not announce it. */
  | { readonly kind: 'close-after-reply' }
  /** Connections idle for so long are closed. */
  | { readonly kind: 'close-idle'; readonly ms: number };

/** Which requests a fault meets. */
export interface FaultTarget {
  readonly method?: string;
  /** What the raw target begins with, in any letter case; `/api/errors` also meets `/api/errors?page=2`. */
  readonly path?: string;
  /** For so many requests; without it until the faults are cleared. */
  readonly times?: number;
}

interface SetFault {
  readonly fault: Fault;
  readonly target: FaultTarget;
  left: number;
}

/** The faults of one fake; all that fit a request are applied to it. */
export class Faults {
  private set: SetFault[] = [];
  private lift: () => void = () => undefined;
  private lifted = this.nextClear();

  add(fault: Fault, target: FaultTarget = {}): void {
    this.set.push({ fault, target, left: target.times ?? Infinity });
  }

  /** From now on all is well again; held replies are sent. */
  clear(): void {
    this.set = [];
    this.lift();
    this.lifted = this.nextClear();
  }

  list(): readonly (FaultTarget & { readonly fault: Fault })[] {
    return this.set.map(({ fault, target }) => ({ ...target, fault }));
  }

  /** Settles when the faults are cleared the next time. */
  get cleared(): Promise<void> {
    return this.lifted;
  }

  /** Whether a new connection is to be reset at once. */
  resetsConnection(): boolean {
    return this.use((given) => isOfConnections(given.fault)).length > 0;
  }

  idleMs(): number | undefined {
    for (const { fault } of this.set) if (fault.kind === 'close-idle') return fault.ms;
    return undefined;
  }

  /** All faults of one request, in the order in which they were set; each counts as used once more. */
  ofRequest(method: string, target: string): readonly Fault[] {
    return this.use(
      (given) =>
        !isOfConnections(given.fault) &&
        given.fault.kind !== 'close-idle' &&
        (given.target.method === undefined || given.target.method.toUpperCase() === method) &&
        (given.target.path === undefined || target.toLowerCase().startsWith(given.target.path.toLowerCase())),
    );
  }

  private nextClear(): Promise<void> {
    return new Promise((resolve) => (this.lift = resolve));
  }

  private use(fits: (given: SetFault) => boolean): readonly Fault[] {
    const found = this.set.filter(fits);
    for (const given of found) given.left -= 1;
    this.set = this.set.filter((given) => given.left > 0);
    return found.map((given) => given.fault);
  }
}

function isOfConnections(fault: Fault): boolean {
  return fault.kind === 'reset' && fault.when === 'connected';
}
