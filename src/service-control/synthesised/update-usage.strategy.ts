import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import { badField } from '../../federation/problem.js';
import type { Strategy } from '../../federation/strategy.js';
import { CommandReplies } from '../../fan-out/command-replies.js';
import { FanOut } from '../../fan-out/fan-out.js';
import { JsonFault } from '../../json-text/json-fault.js';
import { jsonBody } from '../../routing/owner-route.js';
import { eachNameOnce } from '../rules/licensing-update.js';

/** B: users' choices about endpoints go to every member, each name once, because members crash on a name given twice. */
@Injectable()
export class UpdateUsage implements Strategy {
  constructor(
    private readonly fanOut: FanOut,
    private readonly replies: CommandReplies,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const body = readRows(await jsonBody(call));
    const parts = this.fanOut.membersOf(call).map((member) => ({ member, body }));
    return this.replies.broadcast(call, await this.fanOut.command(call, parts));
  }
}

function readRows(body: Buffer): Buffer {
  try {
    return eachNameOnce(body);
  } catch (fault) {
    if (fault instanceof JsonFault) throw badField('body', `expected a JSON array of endpoints: ${fault.message}`);
    throw fault;
  }
}
