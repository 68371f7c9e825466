import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import { isPage } from './classify.js';
import { CommandReplies } from './command-replies.js';
import { FanOut } from './fan-out.js';
import { nobodyAnswered } from './nobody-answered.js';
import { relayedStreamHeaders } from './relayed-headers.js';

/** L: the lead member alone answers. Reads are relayed while they arrive, whatever their status; only a page of something in between is not. */
@Injectable()
export class Lead implements Strategy {
  constructor(
    private readonly fanOut: FanOut,
    private readonly replies: CommandReplies,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const lead = this.fanOut.leadOf(call);
    if (call.row.pace === 'command') {
      const body = await call.body();
      const outcomes = await this.fanOut.command(call, [{ member: lead, ...(body.length === 0 ? {} : { body }) }]);
      return this.replies.broadcast(call, outcomes);
    }
    const outcome = await this.fanOut.stream(call, lead);
    if (outcome.kind === 'missing') throw nobodyAnswered(this.fanOut.answers(call, [outcome]));
    const { status, headers, body } = outcome.reply;
    if (isPage(outcome.reply)) {
      body.destroy();
      const detail = `answered ${String(status)} with a page`;
      const page = { kind: 'missing', member: lead, reason: 'error', sent: 'maybe', detail, ms: outcome.ms } as const;
      throw nobodyAnswered(this.fanOut.answers(call, [page]));
    }
    return {
      status,
      headers: relayedStreamHeaders(headers),
      body,
      timings: [{ name: lead.key, ms: outcome.ms, note: String(status) }],
    };
  }
}
