import { Injectable } from '@nestjs/common';
import { mergeByKey } from '../../aggregation/merge/merge-by-key.js';
import { unionRows } from '../../aggregation/merge/union.js';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { FanOut } from '../../fan-out/fan-out.js';
import type { Answer } from '../../fan-out/outcome.js';
import { rowsOf } from '../../fan-out/read-answer.js';
import { joinRows } from '../../json-text/write.js';
import { GatewaySettings } from '../../settings/gateway-settings.js';
import { bucketAt } from '../rules/history.js';
import { endpointsOfMembers, monitoredEndpoints } from '../rules/monitored-endpoints.js';
import { historyOf } from './history-of.js';

/** K: monitored endpoints by name, their series laid over each other by the time each answer arrived; or each member's own. */
@Injectable()
export class MonitoredEndpoints implements Strategy {
  constructor(
    private readonly fanOut: FanOut,
    private readonly settings: GatewaySettings,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const history = historyOf(call);
    const asked = await this.fanOut.ask(call);
    const started = performance.now();
    const { answers, result } = asked.whole((answered) => this.merge(answered, history));
    return answers.reply(joinRows(result), { mergeMs: performance.now() - started });
  }

  private merge(answered: readonly Answer[], history: number): readonly Buffer[] {
    const lists = answered.map((answer) => ({ memberKey: answer.member.key, rows: rowsOf(answer) }));
    if (!this.settings.federation.mergeMonitoredEndpointsByName) return unionRows(lists, endpointsOfMembers);
    const arrived = new Map(answered.map(({ member, receivedAt }) => [member.key, receivedAt]));
    return mergeByKey(
      lists,
      monitoredEndpoints((key) => bucketAt(arrived.get(key) ?? 0, history)),
    ).rows;
  }
}
