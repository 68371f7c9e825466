import { emptyReply, type Reply } from '../http/reply.js';
import type { FakeAudit } from './audits.js';
import type { PrimaryCall } from './call.js';
import { Instead } from './outcome.js';
import { problem } from './problems.js';
import { unhandledException } from '../http/reply.js';

/**
 * What `instance_id` leads to (contract 6.8, 8.8): nothing for no id or the member's own, the audit's own answer for the
 * id of an audit, 400 for any other. Two audits with one id make the member throw.
 */
export function relayed(call: PrimaryCall, answer: (audit: FakeAudit) => Reply): Reply | undefined {
  const wanted = call.query.text('instance_id')?.trim() ?? '';
  if (wanted === '' || wanted === call.instance.instanceId) return undefined;
  const [audit, second] = call.instance.audits.filter(({ instanceId }) => instanceId === wanted);
  if (audit === undefined) throw new Instead(problem(400));
  if (second !== undefined) throw new Instead(unhandledException);
  return auditAnswer(audit, answer);
}

function auditAnswer(audit: FakeAudit, answer: (audit: FakeAudit) => Reply): Reply {
  switch (audit.outcome) {
    case 'refuses':
      return emptyReply(502);
    case 'times-out':
      return emptyReply(504);
    case 'unauthorized':
      return withAuditHeaders(audit, emptyReply(401));
    case 'forbidden':
      return withAuditHeaders(audit, emptyReply(403));
    case 'not-found':
      return withAuditHeaders(audit, emptyReply(404));
    case 'fails':
      return withAuditHeaders(audit, emptyReply(500));
    case 'answers':
      return withAuditHeaders(audit, answer(audit));
  }
}

/** Answers with a body keep the audit's headers; on those without, the primary's filters still run (hosting 11.4). */
function withAuditHeaders({ version }: FakeAudit, reply: Reply): Reply {
  if (reply.body === undefined) return reply;
  return {
    ...reply,
    origin: 'relay',
    headers: [
      ...reply.headers,
      ['X-Particular-Version', version],
      ['Cache-Control', 'private, max-age=0'],
      ['Vary', 'Accept'],
      ['Request-Id', '0HAUDIT000000:00000001'],
    ],
  };
}
