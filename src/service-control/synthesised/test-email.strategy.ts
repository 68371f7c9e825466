import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import { ProblemError } from '../../federation/problem.js';
import type { Strategy } from '../../federation/strategy.js';
import { CommandReplies, isAnswer } from '../../fan-out/command-replies.js';
import { FanOut } from '../../fan-out/fan-out.js';
import { firstValue } from '../../transports/member-transport.js';

/** B: every member sends a test email; one failure fails the test, and the reason names the member (decision 30). */
@Injectable()
export class TestEmail implements Strategy {
  constructor(
    private readonly fanOut: FanOut,
    private readonly replies: CommandReplies,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const outcomes = await this.fanOut.command(
      call,
      this.fanOut.membersOf(call).map((member) => ({ member })),
    );
    const failed = outcomes.filter(isAnswer).find(({ reply }) => reply.status >= 300);
    if (failed !== undefined) {
      const relayed = this.replies.relay(call, outcomes, failed);
      const reason =
        firstValue(failed.reply.headers, 'x-particular-reason') ?? `answered ${String(failed.reply.status)}`;
      return { ...relayed, headers: { ...relayed.headers, 'X-Particular-Reason': `${failed.member.key}: ${reason}` } };
    }
    const missing = outcomes.find((outcome) => outcome.kind === 'missing');
    if (missing === undefined) return this.replies.accepted(call, outcomes);
    throw new ProblemError({
      status: missing.sent === 'maybe' ? 504 : 503,
      title: 'The test email did not go out everywhere',
      detail: `${missing.member.key} gave no answer; the others sent theirs`,
      headers: {
        ...this.replies.headers(call, outcomes),
        'X-Particular-Reason': `${missing.member.key}: ${missing.reason}`,
      },
    });
  }
}
