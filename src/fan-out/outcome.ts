import type { Member } from '../members/member.js';
import type { MemberReply, MissingReason, ReplyHeaders } from '../transports/member-transport.js';

/** A usable answer: 2xx of the expected shape. */
export interface Answer {
  readonly kind: 'answer';
  readonly member: Member;
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Buffer;
  readonly ms: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** 204 or 404 where that means "nothing here": an answer, with nothing in it. */
export interface Empty {
  readonly kind: 'empty';
  readonly member: Member;
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Buffer;
  readonly ms: number;
}

/** No usable answer. `reply` is there when the member did answer, only not usably. */
export interface Missing {
  readonly kind: 'missing';
  readonly member: Member;
  readonly reason: MissingReason;
  /** Whether the member may have seen the request. */
  readonly sent: 'no' | 'maybe';
  readonly detail: string;
  readonly reply?: MemberReply;
  readonly ms: number;
}

export type Outcome = Answer | Empty | Missing;

/** What one member said to a command; any HTTP status is an answer here. */
export type CommandOutcome =
  { readonly kind: 'answer'; readonly member: Member; readonly reply: MemberReply; readonly ms: number } | Missing;
