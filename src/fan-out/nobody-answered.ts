import { EarlyReply } from '../federation/early-reply.js';
import { ProblemError } from '../federation/problem.js';
import type { MemberReply } from '../transports/member-transport.js';
import type { Answers } from './answers.js';
import { relayedHeaders } from './relayed-headers.js';

/**
 * The end of a request that no member answered (decision 6): a 4xx that all members agree on is passed through;
 * else 504 when any timed out, 502 when every answer was an error, 503 otherwise.
 */
export function nobodyAnswered(answers: Answers): EarlyReply | ProblemError {
  const agreed = agreedRefusal(answers);
  if (agreed !== undefined) {
    return new EarlyReply({
      status: agreed.status,
      headers: { ...answers.headers(), ...relayedHeaders(agreed.headers) },
      body: agreed.body,
      timings: answers.timings(),
    });
  }
  const reasons = answers.missing.map(({ reason }) => reason);
  const status = reasons.includes('timeout')
    ? 504
    : reasons.length > 0 && reasons.every((r) => r === 'error')
      ? 502
      : 503;
  const { 'X-Particular-Incomplete-Results': incomplete, 'X-Particular-Version': version } = answers.headers();
  return new ProblemError({
    status,
    title: { 502: 'Bad gateway', 503: 'No member is available', 504: 'No member answered in time' }[status],
    detail: answers.missing.map(({ member, reason }) => `${member.key}: ${reason}`).join('; '),
    members: answers.missing.map(({ member, reason }) => ({ key: member.key, reason })),
    headers: {
      ...(status === 503 ? { 'Retry-After': '5' } : {}),
      ...(typeof incomplete === 'string' ? { 'X-Particular-Incomplete-Results': incomplete } : {}),
      ...(typeof version === 'string' ? { 'X-Particular-Version': version } : {}),
    },
  });
}

/** The lead's reply when every member refused with the same 4xx. */
function agreedRefusal(answers: Answers): MemberReply | undefined {
  const replies = answers.missing.map(({ reply }) => reply);
  const first = replies[0];
  if (first === undefined || first.status < 400 || first.status > 499) return undefined;
  return replies.every((reply) => reply?.status === first.status) ? first : undefined;
}
