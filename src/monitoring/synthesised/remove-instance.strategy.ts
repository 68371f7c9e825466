import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { CommandReplies } from '../../fan-out/command-replies.js';
import { FanOut } from '../../fan-out/fan-out.js';
import { MemberNames } from './member-names.js';

/**
 * B: an instance is removed everywhere, which is harmless where nobody knows it (monitoring contract 4.5); or at one
 * member when the endpoint is shown as that member's.
 */
@Injectable()
export class RemoveInstance implements Strategy {
  constructor(
    private readonly fanOut: FanOut,
    private readonly replies: CommandReplies,
    private readonly names: MemberNames,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const named = this.names.read(call, 'endpointName');
    const instance = call.path.split('/').slice(2).join('/');
    const parts =
      named === undefined
        ? this.fanOut.membersOf(call).map((member) => ({ member }))
        : [{ member: named.member, path: `monitored-instance/${named.rawName}/${instance}` }];
    return this.replies.broadcast(call, await this.fanOut.command(call, parts));
  }
}
