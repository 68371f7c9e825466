import { emptyReply, jsonReply, type Reply, rowsReply, unhandledException, withHeaders } from '../../http/reply.js';
import type { SagaSpec } from '../audit-store.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { canonicalGuid, isGuid } from '../deterministic-guid.js';
import { ticksFrom } from '../instant.js';
import { jsonText } from '../json-out.js';
import { conditional, links, totalCount } from '../list-reply.js';
import { readPage } from '../paging.js';
import { invalid } from '../problems.js';
import { route } from '../route.js';
import { askAudits, combinedTag, incompleteResults } from '../scatter-gather.js';

/** What only audits know (contract 8.6, 8.7). */
export const audited = [
  ...route('GET endpoints/{endpoint}/audit-count', 'error:messages:view', auditCount),
  ...route('GET sagas/{id}', 'error:sagas:view', saga),
];

/** In base one audit without a list breaks the whole answer; one that is left out does not. */
function auditCount(call: PrimaryCall): Reply {
  const page = readPage(call.query);
  const answers = askAudits(call, ({ spec }) => Object.entries(spec.auditCounts?.[valueAt(call, 0)] ?? {}), []);
  const isBroken = answers.some(({ answer, isAsked }) => isAsked && answer === undefined);
  if (isBroken && call.instance.generation === 'base') return unhandledException;
  const incomplete = incompleteResults(call, answers);
  const counts = new Map<string, number>();
  for (const [date, count] of answers.flatMap(({ answer }) => answer ?? []))
    counts.set(date, (counts.get(date) ?? 0) + count);
  const rows = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, count]) => jsonText({ utc_date: `${date}T00:00:00Z`, count }));
  const totals = answers.map(({ answer }) => answer?.length ?? 0);
  const total = totals.reduce((sum, one) => sum + one, 0);
  const headers = [totalCount(total), ...links(call, { page, total, highest: Math.max(0, ...totals) }), ...incomplete];
  return conditional(call, rowsReply(rows, headers), incomplete.length > 0 ? undefined : combinedTag(call, answers));
}

/** The first audit's head with everybody's changes; nobody knowing it is 204, not 404. */
function saga(call: PrimaryCall): Reply {
  const id = valueAt(call, 0);
  if (!isGuid(id)) return invalid({ id: [`The value '${id}' is not valid.`] });
  readPage(call.query);
  const wanted = canonicalGuid(id);
  const answers = askAudits<SagaSpec | null>(
    call,
    ({ spec }) => spec.sagas?.find((known) => known.id === wanted) ?? null,
    null,
  );
  const incomplete = incompleteResults(call, answers);
  const found = answers.flatMap(({ answer }) => answer ?? []);
  const [first] = found;
  const headers = [totalCount(found.length), ...incomplete];
  if (first === undefined) return emptyReply(204, headers);
  const changes = found.flatMap((known) => known.changes);
  const body = { id: first.id, saga_id: first.id, saga_type: first.sagaType, changes: ordered(changes, found.length) };
  const tag = incomplete.length > 0 ? undefined : combinedTag(call, answers);
  return conditional(call, withHeaders(jsonReply(jsonText(body)), headers), tag);
}

/** One audit's changes stay as they are, those of several are put newest first. */
function ordered(changes: SagaSpec['changes'], audits: number): SagaSpec['changes'] {
  if (audits === 1) return changes;
  const ticks = (text: string): bigint => ticksFrom(text) ?? 0n;
  return [...changes].sort((a, b) =>
    ticks(a.finish_time) > ticks(b.finish_time) ? -1 : ticks(a.finish_time) < ticks(b.finish_time) ? 1 : 0,
  );
}
