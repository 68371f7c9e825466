import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { FanOut } from '../../fan-out/fan-out.js';
import { rowsOf } from '../../fan-out/read-answer.js';
import { GatewaySettings } from '../../settings/gateway-settings.js';
import { countDisconnected } from '../rules/monitored-endpoints.js';

/** K: how many endpoints have no connected instance anywhere; a bare number, counted from the members' lists. */
@Injectable()
export class DisconnectedEndpoints implements Strategy {
  constructor(
    private readonly fanOut: FanOut,
    private readonly settings: GatewaySettings,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const asked = await this.fanOut.ask(call, { path: 'monitored-endpoints', query: { history: 1 } });
    const by = this.settings.federation.mergeMonitoredEndpointsByName ? 'name' : 'member';
    const { answers, result } = asked.whole((answered) =>
      countDisconnected(
        answered.map((answer) => ({ memberKey: answer.member.key, rows: rowsOf(answer) })),
        by,
      ),
    );
    return answers.reply(Buffer.from(String(result)));
  }
}
