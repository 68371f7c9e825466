import type { Member } from '../members/member.js';
import { firstValue, type MemberReply, type ReplyHeaders } from '../transports/member-transport.js';
import type { CommandOutcome, Missing, Outcome } from './outcome.js';

/** The JSON shape that a route's members answer with; `nothing` for routes whose body does not matter (HEAD). */
export type Shape = 'list' | 'document' | 'any-json' | 'nothing';

/** What a call was for, and when its reply was here. */
export interface Expected {
  readonly shape: Shape;
  readonly ms: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** Statuses that say "not here": 404, unless members of this surface only answer so at a wrong address (monitoring contract 5.19). */
  readonly absent: readonly number[];
}

/**
 * One member's reply as an outcome (decision 1). 204 and 404 say "nothing here"; every other status but 2xx is an
 * `error`. A body whose start fits and whose end is missing was cut off on its way: `unavailable`.
 */
export function classify(member: Member, reply: MemberReply, expected: Expected): Outcome {
  const { status, headers, body } = reply;
  const base = { member, status, headers, body, ms: expected.ms };
  if (status === 204 || expected.absent.includes(status)) return { kind: 'empty', ...base };
  if (status === 504) return missing('timeout', `answered 504`);
  if (status < 200 || status > 299) return missing('error', statusDetail(reply));
  const fault = shapeFault(body, expected.shape);
  if (fault === undefined) return { kind: 'answer', ...base, receivedAt: expected.receivedAt };
  return missing(fault.reason, fault.detail);

  function missing(reason: Missing['reason'], detail: string): Missing {
    return { kind: 'missing', member, reason, sent: 'maybe', detail, reply, ms: expected.ms };
  }
}

/**
 * One member's reply to a command. Members answer commands with JSON or nothing, so a page comes from something in
 * between, whatever its status, and says nothing of the command.
 */
export function classifyCommand(member: Member, reply: MemberReply, ms: number): CommandOutcome {
  if (!isPage(reply)) return { kind: 'answer', member, reply, ms };
  const detail = `answered ${String(reply.status)} with a page`;
  return { kind: 'missing', member, reason: 'error', sent: 'maybe', detail, reply, ms };
}

/** Whether a reply is a page for people: of a proxy or a sign-in in between, for ServiceControl has none. */
export function isPage({ headers }: { readonly headers: ReplyHeaders }): boolean {
  return /^\s*text\/html\b/i.test(firstValue(headers, 'content-type') ?? '');
}

function statusDetail({ status, headers }: MemberReply): string {
  if (status >= 300 && status < 400) {
    return `answered ${String(status)} to ${firstValue(headers, 'location') ?? 'nowhere'}; configure the final address`;
  }
  return `answered ${String(status)}`;
}

const brackets: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

function shapeFault(
  body: Buffer,
  shape: Shape,
): { readonly reason: Missing['reason']; readonly detail: string } | undefined {
  if (shape === 'nothing') return undefined;
  const start = firstByte(body);
  const open = start < body.length ? String.fromCharCode(body[start] ?? 0) : '';
  const accepted = shape === 'list' ? '[' : shape === 'document' ? '{' : '';
  if (accepted !== '' && open !== accepted) {
    return { reason: 'error', detail: `answered something else than a JSON ${shape}` };
  }
  const close = brackets[open];
  if (close === undefined) {
    return isScalar(body.subarray(start))
      ? undefined
      : { reason: 'error', detail: 'answered something else than JSON' };
  }
  if (lastByte(body) !== close.charCodeAt(0)) {
    return { reason: 'unavailable', detail: 'the answer was cut off' };
  }
  return undefined;
}

/** Text that starts like JSON may be a sentence ("not found"), and members' own scalars are short. */
function isScalar(body: Buffer): boolean {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}

/** Skips a byte order mark and white space. */
function firstByte(body: Buffer): number {
  let at = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  while (at < body.length && isBlank(body[at])) at += 1;
  return at;
}

function lastByte(body: Buffer): number | undefined {
  let at = body.length - 1;
  while (at >= 0 && isBlank(body[at])) at -= 1;
  return body[at];
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
