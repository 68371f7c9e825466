import type { Member } from '../../members/member.js';
import { CallerLeft, TransportFault, type MemberRequest } from '../member-transport.js';
import { ReplyTooLarge, UnreadableCoding } from './reply-buffer.js';
import type { Ended } from './running-call.js';

/** What is known of a call that failed. */
export interface FailedCall {
  readonly member: Member;
  readonly request: MemberRequest;
  readonly base: URL;
  readonly progress: { readonly sent: boolean };
  readonly ended: Ended | undefined;
}

const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'the name does not resolve now',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within a second',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before the reply was whole',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the reply is shorter than it said',
  UND_ERR_HEADERS_OVERFLOW: 'the reply headers are too large',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself: name its authority in memberTls.caFile',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate authority is unknown: name it in memberTls.caFile',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate authority is unknown: name it in memberTls.caFile',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** A failure as a `TransportFault` that says which member, where, what happened and what may have been sent; decision 1. */
export function faultOf(fault: unknown, call: FailedCall): TransportFault | CallerLeft {
  if (call.ended === 'caller left') return new CallerLeft();
  const sent = call.progress.sent ? 'maybe' : 'no';
  const where = `${call.request.method} at member ${call.member.key} (${call.base.origin})`;
  const make = (reason: TransportFault['reason'], what: string): TransportFault =>
    new TransportFault(reason, sent, `${where}: ${what}`, { cause: fault });
  if (call.ended !== undefined) return make('timeout', `no whole reply within ${String(call.request.deadlineMs)} ms`);
  if (fault instanceof ReplyTooLarge || fault instanceof UnreadableCoding) return make('error', fault.message);
  const code = codeOf(fault);
  if (code.startsWith('HPE_')) return make('unavailable', `what answers there is not HTTP (${code})`);
  return make('unavailable', advice[code] ?? `connection failed (${code === '' ? messageOf(fault) : code})`);
}

function codeOf(fault: unknown): string {
  if (typeof fault !== 'object' || fault === null) return '';
  if ('errors' in fault && Array.isArray(fault.errors)) return codeOf(fault.errors[0]);
  if ('code' in fault && typeof fault.code === 'string') return fault.code;
  return 'cause' in fault ? codeOf(fault.cause) : '';
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message.slice(0, 200) : 'unknown fault';
}
