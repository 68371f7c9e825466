import type { Readable } from 'node:stream';

/** One entry of `Server-Timing`: a member, or a step of the gateway's own. */
export interface Timing {
  readonly name: string;
  readonly ms?: number;
  /** `200`, `timeout`, `hit`. */
  readonly note?: string;
}

/** What a strategy answers; the reply writer turns it into a response. */
export interface FederatedReply {
  readonly status: number;
  /** `Content-Type`, `Total-Count`, `Link`, `X-Particular-*`: everything that depends on the answer itself. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A whole body, the pieces of one, or a stream that is relayed while it arrives. */
  readonly body?: Buffer | readonly Buffer[] | Readable;
  /** A weak validator of this answer; none when a member is missing or sent none. */
  readonly tag?: string;
  readonly timings?: readonly Timing[];
  /** Told apart so that nobody keeps an answer that lacks a member. */
  readonly partial?: boolean;
  /** Sent without the surface's usual headers, as members send answers that no controller made (contract 1.5). */
  readonly bare?: boolean;
}

export const jsonType = 'application/json; charset=utf-8';
