import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import { FanOut, type StreamOutcome } from '../fan-out/fan-out.js';
import type { Missing } from '../fan-out/outcome.js';
import { relayedStreamHeaders } from '../fan-out/relayed-headers.js';
import { readInstanceId } from './instance-id.js';

type Streamed = Extract<StreamOutcome, { kind: 'stream' }>;

/**
 * R, F: a message body, streamed from the member that `instance_id` names, else from the first that has one. A real
 * body beats "known and empty" (204), which beats 404. When the answer cannot be known the body stays empty, because
 * ServicePulse shows whatever comes as the message (decision 8d).
 */
@Injectable()
export class OwnedBody implements Strategy {
  constructor(private readonly fanOut: FanOut) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const named = readInstanceId(call.query.get('instance_id'));
    const members = this.fanOut.membersOf(call);
    const owner = members.find((member) => member.key === named.memberKey);
    if (owner !== undefined) {
      const query = { instance_id: named.original === '' ? undefined : named.original };
      return this.choose(call, [await this.fanOut.stream(call, owner, { query })]);
    }
    // An instance id nobody here knows would make every member answer 400 (contract 8.8; decision 19).
    const asked = members.map((member) => this.fanOut.stream(call, member, { query: { instance_id: undefined } }));
    return this.choose(call, await this.untilABody(asked));
  }

  private choose(call: FederatedCall, outcomes: readonly StreamOutcome[]): FederatedReply {
    const streams = outcomes.filter((outcome): outcome is Streamed => outcome.kind === 'stream');
    const chosen = streams.find(isBody) ?? streams.find(hasStatus(204)) ?? agreedRefusal(outcomes);
    for (const stream of streams) if (stream !== chosen) stream.reply.body.destroy();
    return chosen === undefined ? this.cannotKnow(call, outcomes) : relay(chosen);
  }

  /** All outcomes, or those known at the moment the first body arrives; late ones are closed. */
  private async untilABody(asked: readonly Promise<StreamOutcome>[]): Promise<readonly StreamOutcome[]> {
    const settled: StreamOutcome[] = [];
    let decided = false;
    await new Promise<void>((resolve, reject) => {
      let open = asked.length;
      if (open === 0) resolve();
      for (const promise of asked) {
        promise.then((outcome) => {
          open -= 1;
          if (decided) {
            if (outcome.kind === 'stream') outcome.reply.body.destroy();
            return;
          }
          settled.push(outcome);
          decided = open === 0 || (outcome.kind === 'stream' && isBody(outcome));
          if (decided) resolve();
        }, reject);
      }
    });
    return settled;
  }

  private cannotKnow(call: FederatedCall, outcomes: readonly StreamOutcome[]): FederatedReply {
    const missing = outcomes.map((outcome): Missing => {
      if (outcome.kind === 'missing') return outcome;
      const { member, ms, reply } = outcome;
      return {
        kind: 'missing',
        member,
        reason: 'error',
        sent: 'maybe',
        detail: `answered ${String(reply.status)}`,
        ms,
      };
    });
    const answers = this.fanOut.answers(call, missing);
    return { status: 503, headers: { ...answers.headers(), 'Retry-After': '5' }, timings: answers.timings() };
  }
}

function relay({ member, reply, ms }: Streamed): FederatedReply {
  return {
    status: reply.status,
    headers: relayedStreamHeaders(reply.headers),
    body: reply.body,
    timings: [{ name: member.key, ms, note: String(reply.status) }],
  };
}

/** The first by member order when all answered with the same 4xx: 404 everywhere, or 401 for want of a token. */
function agreedRefusal(outcomes: readonly StreamOutcome[]): Streamed | undefined {
  const first = outcomes[0];
  if (first?.kind !== 'stream' || first.reply.status < 400 || first.reply.status > 499) return undefined;
  const agreed = hasStatus(first.reply.status);
  return outcomes.every((outcome) => outcome.kind === 'stream' && agreed(outcome)) ? first : undefined;
}

function hasStatus(status: number): (outcome: Streamed) => boolean {
  return ({ reply }) => reply.status === status;
}

function isBody(outcome: Streamed): boolean {
  return outcome.reply.status === 200;
}
