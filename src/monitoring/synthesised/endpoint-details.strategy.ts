import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { FanOut } from '../../fan-out/fan-out.js';
import { documentOf } from '../../fan-out/read-answer.js';
import { mergeEndpointDetails } from '../rules/endpoint-details.js';
import { historyOf } from './history-of.js';
import { MemberNames } from './member-names.js';

/** K: one endpoint's details from every member that has it, merged by time; or one member's own under `name (key)`. */
@Injectable()
export class EndpointDetails implements Strategy {
  constructor(
    private readonly fanOut: FanOut,
    private readonly names: MemberNames,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    historyOf(call);
    const named = this.names.read(call, 'endpointName');
    const asked = await this.fanOut.ask(call, {
      shape: 'document',
      ...(named === undefined
        ? {}
        : { members: [named.member], path: `monitored-endpoints/${named.rawName}`, query: queryOf(call) }),
    });
    const started = performance.now();
    const { answers, result } = asked.whole((answered) =>
      mergeEndpointDetails(answered.map((answer) => ({ memberKey: answer.member.key, row: documentOf(answer) }))),
    );
    return answers.reply(result, { mergeMs: performance.now() - started });
  }
}

function queryOf(call: FederatedCall): Readonly<Record<string, string | undefined>> {
  return { history: call.query.get('history') };
}
