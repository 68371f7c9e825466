import { ProblemError } from '../federation/problem.js';
import type { MissingMember } from '../federation/missing-member.js';
import type { CommandOutcome, Missing } from '../fan-out/outcome.js';

/** One owner's share of a command and what became of it. */
export interface SentPart {
  readonly ids: readonly string[];
  readonly outcome: CommandOutcome;
}

type Fate = 'accepted' | 'absent' | 'refused' | 'not_sent' | 'unknown';

/** Ids whose owners could not all be found out, and the members that could not be asked. */
export interface Unresolved {
  readonly unresolved: readonly string[];
  readonly unasked: readonly Missing[];
}

/** Ids named per group in a problem document; the counts are always whole. */
const idsNamed = 1000;

/** What became of one part: a member's 5xx and a lost answer both mean that it may have been executed. */
export function fateOf(outcome: CommandOutcome): Fate {
  if (outcome.kind === 'missing') return outcome.sent === 'no' ? 'not_sent' : 'unknown';
  const { status } = outcome.reply;
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 404) return 'absent';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

/**
 * A command that could not go out whole (decision 22): the status of its worst part, and which ids were accepted, were
 * not sent, or may have been executed. Undefined when every part was accepted.
 */
export function incompleteCommand(
  parts: readonly SentPart[],
  { unresolved, unasked }: Unresolved,
  headers: Readonly<Record<string, string>>,
): ProblemError | undefined {
  const status = worstStatus(parts, unresolved);
  if (status === undefined) return undefined;
  const idsOf = (...fates: readonly Fate[]): readonly string[] =>
    parts.filter(({ outcome }) => fates.includes(fateOf(outcome))).flatMap(({ ids }) => ids);
  return new ProblemError({
    status,
    title: 'The command did not reach every owner',
    detail: detailOf(parts, unresolved),
    members: missingMembers([...parts.map(({ outcome }) => outcome), ...unasked]),
    more: {
      accepted: named(idsOf('accepted')),
      not_sent: named([...idsOf('not_sent', 'refused', 'absent'), ...unresolved]),
      unknown: named(idsOf('unknown')),
    },
    headers: status === 503 ? { ...headers, 'Retry-After': '5' } : headers,
  });
}

function worstStatus(parts: readonly SentPart[], unresolved: readonly string[]): number | undefined {
  const lost = parts.filter(({ outcome }) => fateOf(outcome) === 'unknown');
  if (lost.some(({ outcome }) => outcome.kind === 'missing')) return 504;
  if (lost.length > 0) return 502;
  if (unresolved.length > 0 || parts.some(({ outcome }) => fateOf(outcome) === 'not_sent')) return 503;
  return undefined;
}

function detailOf(parts: readonly SentPart[], unresolved: readonly string[]): string {
  const faults = parts.flatMap(({ outcome }) => {
    const fate = fateOf(outcome);
    const { key } = outcome.member;
    if (fate === 'not_sent') return [`${key} could not be reached, nothing was sent to it`];
    if (fate === 'unknown')
      return [`${key} gave no usable answer, the command may have been executed there: check before repeating it`];
    return fate === 'refused' ? [`${key} refused`] : [];
  });
  const unsure =
    unresolved.length === 0
      ? []
      : [`not every owner of ${String(unresolved.length)} id(s) could be found out, nothing was sent to those unknown`];
  return [...faults, ...unsure].join('; ');
}

/** Each once, in the order given. */
function missingMembers(outcomes: readonly CommandOutcome[]): readonly MissingMember[] {
  const reasons = new Map<string, MissingMember>();
  for (const outcome of outcomes) {
    const { key } = outcome.member;
    if (outcome.kind === 'missing' && !reasons.has(key)) reasons.set(key, { key, reason: outcome.reason });
  }
  return [...reasons.values()];
}

function named(ids: readonly string[]): { readonly count: number; readonly ids: readonly string[] } {
  return { count: ids.length, ids: ids.slice(0, idsNamed) };
}
