import { type HeaderLine, type Reply, textReply } from '../http/reply.js';
import type { AuditOutcome, FakeAudit } from './audits.js';
import type { PrimaryCall } from './call.js';
import { deterministicGuid } from './deterministic-guid.js';
import { jsonText } from './json-out.js';
import { Instead } from './outcome.js';

/** Why an instance's rows are missing (contract 11.2). */
export type MissingReason = 'timeout' | 'unavailable' | 'error';

/** What one instance said; `answer` is missing when it said nothing usable. */
export interface InstanceAnswer<Answer> {
  readonly instanceId: string;
  readonly answer: Answer | undefined;
  /** Whether it was asked at all. */
  readonly isAsked: boolean;
  readonly missing: MissingReason | undefined;
  readonly tag: string | undefined;
}

/** Asks every audit that is not marked unavailable, as base and next understand the outcomes (contract 8.5, 11.2). */
export function askAudits<Answer>(
  call: PrimaryCall,
  ask: (audit: FakeAudit) => Answer,
  nothing: Answer,
): readonly InstanceAnswer<Answer>[] {
  return call.instance.audits.map((audit) => {
    const { instanceId } = audit;
    if (audit.isMarkedUnavailable)
      return { instanceId, answer: undefined, isAsked: false, missing: 'unavailable', tag: undefined };
    if (audit.outcome === 'refuses') audit.isMarkedUnavailable = true;
    if (audit.outcome === 'answers')
      return { instanceId, answer: ask(audit), isAsked: true, missing: undefined, tag: audit.store.tag };
    const missing = missingBecauseOf(audit.outcome);
    const answer = missing === undefined && call.instance.generation === 'next' ? nothing : undefined;
    return { instanceId, answer, isAsked: true, missing, tag: undefined };
  });
}

function missingBecauseOf(outcome: Exclude<AuditOutcome, 'answers'>): MissingReason | undefined {
  if (outcome === 'not-found') return undefined;
  if (outcome === 'refuses') return 'unavailable';
  return outcome === 'times-out' ? 'timeout' : 'error';
}

/** Next names what is missing and refuses when nobody answered in time; base says nothing. */
export function incompleteResults(
  call: PrimaryCall,
  answers: readonly InstanceAnswer<unknown>[],
): readonly HeaderLine[] {
  if (call.instance.generation === 'base') return [];
  const isAnswered = answers.some(({ answer }) => answer !== undefined);
  if (!isAnswered && answers.some(({ isAsked, missing }) => isAsked && missing === 'timeout'))
    throw new Instead(queryTimeout());
  const named = answers.flatMap(({ instanceId, missing }) =>
    missing === undefined ? [] : [`${instanceId}:${missing}`],
  );
  return named.length === 0 ? [] : [['X-Particular-Incomplete-Results', named.join(', ')]];
}

/**
 * The tag over all instances: base joins the sorted tags of those that have one, next hashes pairs of instance and tag
 * and has none at all as soon as one is missing.
 */
export function combinedTag(call: PrimaryCall, answers: readonly InstanceAnswer<unknown>[]): string | undefined {
  if (call.instance.generation === 'base') {
    const tags = answers.map(({ tag }) => tag ?? '').sort();
    return tags.join('') === '' ? undefined : deterministicGuid(...tags);
  }
  if (answers.some(({ tag }) => tag === undefined)) return undefined;
  const pairs = answers.map(({ instanceId, tag }) => `${instanceId}|${tag ?? ''}`).sort();
  return pairs.length === 0 ? undefined : deterministicGuid(...pairs);
}

function queryTimeout(): Reply {
  const body = {
    title: 'The query did not complete within the allowed query time',
    status: 504,
    detail: 'Narrow the search or raise the query time limit.',
  };
  return textReply(504, 'application/problem+json; charset=utf-8', jsonText(body));
}
