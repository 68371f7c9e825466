import type { Answers, FederatedCall, Member } from '../../src/index.js';

type Answer = Answers['answered'][number];
type Empty = Exclude<Answers['usable'][number], Answer>;
type Missing = Answers['missing'][number];
type Headers = Answer['headers'];

/** A member without any settings of its own. */
export function member(key: string, more: Partial<Member> = {}): Member {
  return {
    key,
    name: key,
    addresses: { 'service-control': `http://sc-${key}:33333/api/`, monitoring: `http://sc-${key}:33633/` },
    required: false,
    allowedRoles: [],
    via: { kind: 'http' },
    ...more,
  };
}

/** A usable answer of one member. */
export function answer(from: Member, body: string, headers: Headers = {}): Answer {
  return { kind: 'answer', member: from, status: 200, headers, body: Buffer.from(body), ms: 5, receivedAt: 0 };
}

/** "Nothing here", with 404 unless said otherwise. */
export function empty(from: Member, status = 404, headers: Headers = {}): Empty {
  return { kind: 'empty', member: from, status, headers, body: Buffer.alloc(0), ms: 5 };
}

/** No reply at all. */
export function missing(absent: Member, reason: Missing['reason'], sent: Missing['sent'] = 'maybe'): Missing {
  return { kind: 'missing', member: absent, reason, sent, detail: `made ${reason}`, ms: 5 };
}

/** A reply that is of no use: a status that is neither 2xx nor "not here". */
export function refusal(from: Member, status: number, reply: { body?: string; headers?: Headers } = {}): Missing {
  return {
    ...missing(from, 'error'),
    reply: { status, headers: reply.headers ?? {}, body: Buffer.from(reply.body ?? '') },
  };
}

/** As much of a caller's `GET errors?page=1` as answers look at. */
export function callToErrors(more: Partial<FederatedCall> = {}): FederatedCall {
  const call: Partial<FederatedCall> = { method: 'GET', requiresAll: false, target: () => 'errors?page=1', ...more };
  return call as FederatedCall;
}
