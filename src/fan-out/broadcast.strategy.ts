import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import { CommandReplies } from './command-replies.js';
import { FanOut } from './fan-out.js';

/** B: every member gets the same command; their status codes become one. */
@Injectable()
export class Broadcast implements Strategy {
  constructor(
    private readonly fanOut: FanOut,
    private readonly replies: CommandReplies,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const body = await call.body();
    const parts = this.fanOut.membersOf(call).map((member) => ({ member, ...(body.length === 0 ? {} : { body }) }));
    return this.replies.broadcast(call, await this.fanOut.command(call, parts));
  }
}
