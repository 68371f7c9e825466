import type { Member } from '../../members/member.js';
import { CallerLeft, TransportFault, type MemberRequest } from '../member-transport.js';
import { CertificateRefused } from './certificate.js';
import { connectLimitMs } from './dialling.js';
import { codeOf, messageOf } from './fault-code.js';
import { ReplyTooLarge, UnreadableCoding } from './reply-buffer.js';
import type { Ended } from './running-call.js';

/** What is known of a call that failed. */
export interface FailedCall {
  readonly member: Member;
  readonly request: MemberRequest;
  readonly origin: string;
  readonly isSent: boolean;
  readonly ended: Ended | undefined;
}

const limit = `${String(connectLimitMs)} ms`;
const authorityUnknown = 'is signed by an authority that is not known here: name it in memberTls.caFile';
const noTls = 'what answers there does not speak TLS: is the address to begin with http://?';
const oldTls = 'the member speaks no TLS 1.2 or newer: update its TLS settings';

/** What happened, and where it helps what to do, by Node's and undici's codes. */
const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused: is the instance running, and the port right?',
  EHOSTUNREACH: 'there is no route to its machine',
  ENETUNREACH: 'there is no route to its network',
  ENOTFOUND: 'its name does not resolve: is it spelled right?',
  EAI_AGAIN: 'its name could not be resolved: the name server does not answer',
  NAME_LIMIT: `its name was not resolved within ${limit}`,
  CONNECT_LIMIT: `no connection within ${limit}: is its machine up, and is a firewall in between?`,
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while the request was sent',
  UND_ERR_SOCKET: 'the connection was closed before the reply was whole',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the reply has another length than it says',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the reply are too large',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself: name its file in memberTls.caFile',
  SELF_SIGNED_CERT_IN_CHAIN: authorityUnknown,
  UNABLE_TO_GET_ISSUER_CERT: authorityUnknown,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: authorityUnknown,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: authorityUnknown,
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: oldTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: oldTls,
};

/**
 * A failure as a `TransportFault` that says which member, where, what happened and what may have been sent (decision 1).
 * A request that cannot be written at all is nobody's fault but ours, and stays the error it is.
 */
export function faultOf(fault: unknown, call: FailedCall): Error {
  if (call.ended === 'caller left') return new CallerLeft();
  const make = (reason: TransportFault['reason'], what: string): TransportFault =>
    new TransportFault(
      reason,
      call.isSent ? 'maybe' : 'no',
      `${call.request.method} at member ${call.member.key} (${call.origin}): ${what}`,
      { cause: fault },
    );
  if (codeOf(fault) === 'UND_ERR_INVALID_ARG') return new TypeError(messageOf(fault), { cause: fault });
  if (call.ended === 'silence') return make('timeout', 'the rest of the reply did not come');
  if (call.ended === 'deadline') return make('timeout', `no whole reply within ${String(call.request.deadlineMs)} ms`);
  if (fault instanceof ReplyTooLarge || fault instanceof UnreadableCoding) return make('error', fault.message);
  return make('unavailable', explanationOf(fault));
}

function explanationOf(fault: unknown): string {
  const code = codeOf(fault);
  const known = explanations[code];
  if (fault instanceof CertificateRefused) return `${fault.message}, ${known ?? `is refused (${code})`}`;
  if (known !== undefined) return known;
  const message = messageOf(fault);
  if (message.startsWith('Response does not match the HTTP/1.1 protocol')) return notHttp(message);
  return code === '' ? message : `${message} (${code})`;
}

/** undici gives its parser's reason in brackets only. */
function notHttp(message: string): string {
  const reason = /\((.*)\)/.exec(message)?.[1] ?? '';
  if (reason.startsWith('Expected HTTP/')) return 'what answers there is not HTTP: is the port right?';
  if (reason.includes('EOF')) return 'the connection was closed before the reply was whole';
  return `what answers there is not HTTP as it should be (${reason})`;
}
