/** What one member said to a command, as far as statuses go. */
export type MemberOutcome =
  | { readonly memberKey: string; readonly kind: 'answer'; readonly status: number }
  | {
      readonly memberKey: string;
      readonly kind: 'missing';
      readonly reason: 'timeout' | 'unavailable' | 'error';
      /** Whether the member may have seen the command. */
      readonly sent: 'no' | 'maybe';
    }
  | { readonly memberKey: string; readonly kind: 'not-asked' };

/** The status of a command that went to several members. */
export interface BroadcastStatus {
  readonly status: number;
  /** The member whose body and headers are the answer; none when the gateway answers with a problem of its own. */
  readonly bodyFrom?: string;
}

type Answer = Extract<MemberOutcome, { kind: 'answer' }>;

/**
 * One status for a broadcast command (proposal 9.1, decisions 6 and 24), outcomes in member order:
 *
 * | outcomes | status |
 * |---|---|
 * | any 4xx but 404 | the first of them, with its body |
 * | any success | the lowest success code, body of the lead, else of the first that succeeded |
 * | only 404 and 501 | the first 501, else 404, with its body; 501 is what a member cannot have at all (contract 11.4) |
 * | nobody asked | 404 |
 * | a command that may have run unheard of | 504 |
 * | any other answer (5xx, a redirect) | 502 |
 * | nothing was sent | 503 |
 */
export function mergeBroadcast(outcomes: readonly MemberOutcome[]): BroadcastStatus {
  const asked = outcomes.filter((outcome) => outcome.kind !== 'not-asked');
  const answers = asked.filter((outcome): outcome is Answer => outcome.kind === 'answer');
  const refusal = answers.find(({ status }) => status >= 400 && status < 500 && status !== 404);
  if (refusal !== undefined) return { status: refusal.status, bodyFrom: refusal.memberKey };

  const [success, ...others] = answers.filter(({ status }) => status >= 200 && status < 300);
  if (success !== undefined) {
    return { status: Math.min(success.status, ...others.map(({ status }) => status)), bodyFrom: success.memberKey };
  }
  if (answers.length === asked.length && answers.every(isAbsent)) {
    const first = answers.find(({ status }) => status === 501) ?? answers[0];
    return first === undefined ? { status: 404 } : { status: first.status, bodyFrom: first.memberKey };
  }
  if (asked.some((outcome) => outcome.kind === 'missing' && outcome.sent === 'maybe')) return { status: 504 };
  return { status: answers.every(isAbsent) ? 503 : 502 };
}

function isAbsent({ status }: Answer): boolean {
  return status === 404 || status === 501;
}

/** Members that a broadcast's incomplete-results header names: those that are missing or answered neither 2xx, 4xx nor 501. */
export function failedMembers(
  outcomes: readonly MemberOutcome[],
): readonly { readonly memberKey: string; readonly reason: 'timeout' | 'unavailable' | 'error' }[] {
  return outcomes.flatMap((outcome) => {
    const { memberKey } = outcome;
    if (outcome.kind === 'missing') return [{ memberKey, reason: outcome.reason }];
    if (outcome.kind === 'not-asked' || isUnderstood(outcome.status)) return [];
    return [{ memberKey, reason: outcome.status === 504 ? 'timeout' : 'error' }];
  });
}

function isUnderstood(status: number): boolean {
  return (status >= 200 && status < 300) || (status >= 400 && status < 500) || status === 501;
}

/** The value of `X-Federation-Outcome`: `eu=202, us=timeout, ap=not-asked` (decision 26b). */
export function outcomeHeader(outcomes: readonly MemberOutcome[]): string {
  return outcomes.map((outcome) => `${outcome.memberKey}=${wordFor(outcome)}`).join(', ');
}

function wordFor(outcome: MemberOutcome): string {
  if (outcome.kind === 'answer') return String(outcome.status);
  return outcome.kind === 'missing' ? outcome.reason : 'not-asked';
}
