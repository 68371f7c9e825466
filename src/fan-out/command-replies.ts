import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply, Timing } from '../federation/federated-reply.js';
import { ProblemError } from '../federation/problem.js';
import type { MissingReason } from '../transports/member-transport.js';
import { FanOut } from './fan-out.js';
import { incompleteResults } from './incomplete-results.js';
import type { CommandOutcome, Missing } from './outcome.js';
import { relayedHeaders } from './relayed-headers.js';
import { failedMembers, mergeBroadcast, outcomeHeader, type MemberOutcome } from './status-merge.js';

type Answered = Extract<CommandOutcome, { kind: 'answer' }>;

/** Turns what members said to a command into one reply, always with `X-Federation-Outcome` (decision 26b). */
@Injectable()
export class CommandReplies {
  constructor(private readonly fanOut: FanOut) {}

  /** Every part was accepted: the lowest success status, the body of the first by member order (decision 24). */
  accepted(call: FederatedCall, outcomes: readonly CommandOutcome[]): FederatedReply {
    const answers = outcomes.filter(isAnswer);
    const successes = answers.filter(({ reply }) => reply.status < 300);
    const chosen = successes[0] ?? answers[0];
    if (chosen === undefined) return { status: 202, headers: this.headers(call, outcomes) };
    const status = Math.min(...(successes.length === 0 ? [chosen] : successes).map(({ reply }) => reply.status));
    return { ...this.relay(call, outcomes, chosen), status };
  }

  /** One member's own reply: status, body, content type, reason. */
  relay(call: FederatedCall, outcomes: readonly CommandOutcome[], { reply }: Answered): FederatedReply {
    return {
      status: reply.status,
      headers: { ...this.headers(call, outcomes), ...relayedHeaders(reply.headers) },
      body: reply.body,
      timings: timingsOf(outcomes),
    };
  }

  /**
   * A command that every member got (proposal 9.1).
   * @throws ProblemError when nobody accepted or refused it
   */
  broadcast(call: FederatedCall, outcomes: readonly CommandOutcome[]): FederatedReply {
    const merged = mergeBroadcast(this.described(call, outcomes));
    const chosen = outcomes.filter(isAnswer).find(({ member }) => member.key === merged.bodyFrom);
    if (chosen !== undefined) return { ...this.relay(call, outcomes, chosen), status: merged.status };
    throw this.nobodyAccepted(call, outcomes, merged.status);
  }

  /**
   * Headers of every answer about a command; for problems of our own as well.
   * @param unasked members that could not be asked whether the command is theirs
   */
  headers(
    call: FederatedCall,
    outcomes: readonly CommandOutcome[],
    unasked: readonly Missing[] = [],
  ): Record<string, string> {
    const version = this.fanOut.versionFor(call);
    const described = this.described(call, outcomes);
    const failed = new Map<string, MissingReason>([
      ...unasked.map(({ member, reason }) => [member.key, reason] as const),
      ...failedMembers(described).map(({ memberKey, reason }) => [memberKey, reason] as const),
    ]);
    const incomplete = incompleteResults({
      missing: this.fanOut.membersOf(call).flatMap((member) => {
        const reason = failed.get(member.key);
        return reason === undefined ? [] : [{ name: this.fanOut.nameOf(call, member), reason }];
      }),
      ofMembers: [],
    });
    return {
      'X-Federation-Outcome': outcomeHeader(described),
      ...(version === undefined ? {} : { 'X-Particular-Version': version }),
      ...(incomplete === undefined ? {} : { 'X-Particular-Incomplete-Results': incomplete }),
    };
  }

  private nobodyAccepted(call: FederatedCall, outcomes: readonly CommandOutcome[], status: number): ProblemError {
    const mayHaveRun = outcomes.some((outcome) => outcome.kind === 'missing' && outcome.sent === 'maybe');
    return new ProblemError({
      status,
      title: status === 404 ? 'Not Found' : 'The command was not accepted',
      detail: mayHaveRun
        ? 'a member gave no usable answer: the command may have been executed there; check before repeating it'
        : 'no member accepted the command; nothing was executed as far as members said',
      members: outcomes.flatMap((outcome) =>
        outcome.kind === 'missing' ? [{ key: outcome.member.key, reason: outcome.reason }] : [],
      ),
      headers: { ...this.headers(call, outcomes), ...(status === 503 ? { 'Retry-After': '5' } : {}) },
    });
  }

  /** Every member of the call, in member order; those without a part were not asked. */
  private described(call: FederatedCall, outcomes: readonly CommandOutcome[]): readonly MemberOutcome[] {
    return this.fanOut.membersOf(call).map(({ key }): MemberOutcome => {
      const outcome = outcomes.find(({ member }) => member.key === key);
      if (outcome === undefined) return { memberKey: key, kind: 'not-asked' };
      if (outcome.kind === 'answer') return { memberKey: key, kind: 'answer', status: outcome.reply.status };
      return { memberKey: key, kind: 'missing', reason: outcome.reason, sent: outcome.sent };
    });
  }
}

export function isAnswer(outcome: CommandOutcome): outcome is Answered {
  return outcome.kind === 'answer';
}

function timingsOf(outcomes: readonly CommandOutcome[]): readonly Timing[] {
  return outcomes.map((outcome) => ({
    name: outcome.member.key,
    ms: outcome.ms,
    note: outcome.kind === 'missing' ? outcome.reason : String(outcome.reply.status),
  }));
}
