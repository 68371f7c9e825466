import type { Readable } from 'node:stream';
import type { Member } from '../members/member.js';

/** One call to one member. Paths and queries are raw: they reach the member byte for byte. */
export interface MemberRequest {
  readonly method: string;
  /** Name of the surface, which picks the member's base address. */
  readonly surface: string;
  /** Raw path below the base address and raw query: `errors/a%2Fb?page=1`; never starts with a slash. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Milliseconds from now until the whole reply must be here (streams: until its headers). */
  readonly deadlineMs: number;
  /** Streams only: milliseconds without a byte after which the body is given up; `deadlineMs` when absent. */
  readonly inactivityMs?: number;
  /** Commands are never repeated and never go out on a connection that was idle for more than a second. */
  readonly command: boolean;
}

/** Lower-case header names; repeated headers are arrays. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A member's whole reply, decompressed. */
export interface MemberReply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Buffer;
}

/** A member's reply whose body is relayed while it arrives, as the member sent it (still compressed if it was). */
export interface MemberStream {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Readable;
}

/** Why a member gave no usable answer. */
export type MissingReason = 'timeout' | 'unavailable' | 'error';

/**
 * A call that ended without a usable reply. `sent` says what the member may have seen: `no` only when the request
 * provably never left (the connection could not be opened, or the call was given up while still waiting for one).
 */
export class TransportFault extends Error {
  constructor(
    readonly reason: MissingReason,
    readonly sent: 'no' | 'maybe',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'TransportFault';
  }
}

/** The caller left; says nothing about the member. */
export class CallerLeft extends Error {
  constructor() {
    super('the caller left before the member answered');
    this.name = 'CallerLeft';
  }
}

/**
 * Sends one request to one member. Both methods throw `TransportFault` for every connection fault, deadline and
 * broken reply, and `CallerLeft` when `signal` aborts; any HTTP status is a reply, not a fault. Implementations
 * never follow redirects and never repeat a command; a read may go out again only when the connection it was given
 * had been kept and broke before any byte of a reply.
 */
export abstract class MemberTransport {
  abstract send(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberReply>;
  abstract stream(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberStream>;
}

/** The first value of a reply header. */
export function firstValue(headers: ReplyHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' || value === undefined ? value : value[0];
}
