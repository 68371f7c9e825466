import { combineTags } from '../federation/etag.js';
import type { FederatedCall } from '../federation/federated-call.js';
import { jsonType, type FederatedReply, type Timing } from '../federation/federated-reply.js';
import { ProblemError } from '../federation/problem.js';
import { UnusableRows } from '../json-text/unusable-rows.js';
import type { Member } from '../members/member.js';
import { firstValue, type MissingReason } from '../transports/member-transport.js';
import { incompleteResults } from './incomplete-results.js';
import { nobodyAnswered } from './nobody-answered.js';
import type { Answer, Empty, Missing, Outcome } from './outcome.js';

/** What a reply needs besides the outcomes. */
export interface AnswersContext {
  readonly call: FederatedCall;
  /** How a failed member is named to the caller. */
  readonly nameOf: (member: Member) => string;
  /** The lowest version of the surface's members, last known for those that did not answer. */
  readonly version: string | undefined;
  /** Told when a merge proves a member's answer unusable. */
  readonly tellUnusable: (member: Member, detail: string) => void;
}

/** What a merge adds to the answer it has made. */
export interface MergedHeaders {
  /** Decimal text of `Total-Count`. */
  readonly total?: string;
  readonly link?: readonly string[];
  readonly approximatePaging?: boolean;
  /** Whether the merged answer is a function of the members' tagged answers and the request alone. */
  readonly tagged?: boolean;
  readonly mergeMs?: number;
  readonly contentType?: string;
}

/** Who answered, who is missing, and the way from a merged body to a reply. Immutable. */
export class Answers {
  constructor(
    private readonly context: AnswersContext,
    readonly outcomes: readonly Outcome[],
  ) {}

  /** Members that gave something to merge, in member order. */
  get answered(): readonly Answer[] {
    return this.outcomes.filter((outcome): outcome is Answer => outcome.kind === 'answer');
  }

  /** Members that answered, with or without content, in member order. */
  get usable(): readonly (Answer | Empty)[] {
    return this.outcomes.filter((outcome) => outcome.kind !== 'missing');
  }

  get missing(): readonly Missing[] {
    return this.outcomes.filter((outcome): outcome is Missing => outcome.kind === 'missing');
  }

  /** The same answers with one member turned into a missing one, because its answer proved unusable in the merge. */
  without(member: Member, reason: MissingReason, detail: string): Answers {
    const outcomes = this.outcomes.map((outcome): Outcome => {
      if (outcome.kind === 'missing' || outcome.member.key !== member.key) return outcome;
      return { kind: 'missing', member, reason, sent: 'maybe', detail, ms: outcome.ms };
    });
    return new Answers(this.context, outcomes);
  }

  /**
   * Merges, and merges again without a member whose answer proves unusable on the way: a bad member reply makes that
   * member missing, never the whole answer wrong. `merge` names the member by throwing `UnusableRows`.
   * @throws EarlyReply, ProblemError when nobody is left
   */
  whole<Result>(merge: (answered: readonly Answer[]) => Result): {
    readonly answers: Answers;
    readonly result: Result;
  } {
    try {
      return { answers: this, result: merge(this.answered) };
    } catch (fault) {
      if (!(fault instanceof UnusableRows)) throw fault;
      const broken = this.answered.find(({ member }) => member.key === fault.memberKey);
      if (broken === undefined) throw fault;
      this.context.tellUnusable(broken.member, fault.message);
      return this.without(broken.member, 'error', fault.message).orNobody().whole(merge);
    }
  }

  /** @throws EarlyReply when nobody answered (decision 6) */
  orNobody(): this {
    if (this.usable.length === 0) throw nobodyAnswered(this);
    return this;
  }

  /**
   * The merged body as a reply.
   * @throws ProblemError 503 when a required member is missing, or any member and the caller asked for all (decision 8f)
   */
  reply(body: Buffer | readonly Buffer[], merged: MergedHeaders = {}): FederatedReply {
    this.refuseIfIncomplete();
    const tag = merged.tagged === true ? this.compositeTag() : undefined;
    return {
      status: 200,
      // Answers without a body have no type either: members send none on HEAD.
      headers: {
        ...(body.length === 0 ? {} : { 'Content-Type': merged.contentType ?? jsonType }),
        ...this.headers(merged),
      },
      body,
      ...(tag === undefined ? {} : { tag }),
      timings: this.timings(merged.mergeMs),
      partial: this.missing.length > 0,
    };
  }

  headers(merged: MergedHeaders = {}): Record<string, string | readonly string[]> {
    const incomplete = incompleteResults({
      missing: this.missing.map(({ member, reason }) => ({ name: this.context.nameOf(member), reason })),
      ofMembers: this.usable.flatMap(({ headers }) => headers['x-particular-incomplete-results'] ?? []),
      approximatePaging: merged.approximatePaging ?? false,
    });
    return {
      ...(this.context.version === undefined ? {} : { 'X-Particular-Version': this.context.version }),
      ...(merged.total === undefined ? {} : { 'Total-Count': merged.total }),
      ...(merged.link === undefined || merged.link.length === 0 ? {} : { Link: merged.link }),
      ...(incomplete === undefined ? {} : { 'X-Particular-Incomplete-Results': incomplete }),
    };
  }

  timings(mergeMs?: number): readonly Timing[] {
    const members = this.outcomes.map((outcome) => ({
      name: outcome.member.key,
      ms: outcome.ms,
      note: outcome.kind === 'missing' ? outcome.reason : String(outcome.status),
    }));
    return mergeMs === undefined ? members : [...members, { name: 'merge', ms: mergeMs }];
  }

  /** Over (member key, member tag) pairs and the request; none when anyone is missing or sent no tag (decision 42). */
  private compositeTag(): string | undefined {
    if (this.missing.length > 0) return undefined;
    const parts = this.usable.map(({ member, headers }) => ({ memberKey: member.key, tag: headers['etag'] }));
    return combineTags(parts, `${this.context.call.method} ${this.context.call.target()}`);
  }

  private refuseIfIncomplete(): void {
    const absent = this.missing.filter(({ member }) => member.required || this.context.call.requiresAll);
    if (absent.length === 0) return;
    throw new ProblemError({
      status: 503,
      title: 'A complete answer is not possible now',
      detail: `these members are required and did not answer: ${absent.map(({ member }) => member.key).join(', ')}`,
      members: absent.map(({ member, reason }) => ({ key: member.key, reason })),
      headers: { 'Retry-After': '5', ...textOnly(this.headers()) },
    });
  }
}

function textOnly(headers: Readonly<Record<string, string | readonly string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : value.join(', ')]),
  );
}

/** The first value of a header of an outcome that has one. */
export function headerOf(outcome: Answer | Empty, name: string): string | undefined {
  return firstValue(outcome.headers, name);
}
