import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import { readTotal, totalText } from '../federation/total-count.js';
import { FanOut } from '../fan-out/fan-out.js';
import { documentOf } from '../fan-out/read-answer.js';
import type { SumRule } from './sum-rule.js';

/** S: numbers of all members added. */
@Injectable()
export class Sum implements Strategy<SumRule> {
  constructor(private readonly fanOut: FanOut) {}

  async handle(call: FederatedCall, rule: SumRule): Promise<FederatedReply> {
    const { sumDocuments } = rule;
    if (sumDocuments === undefined) return this.totals(call);
    const asked = await this.fanOut.ask(call, { shape: 'document' });
    const { answers, result } = asked.whole((answered) => {
      const documents = answered.map(documentOf);
      return documents.length === 0 ? Buffer.from('{}') : sumDocuments(documents);
    });
    return answers.reply(result, { tagged: true });
  }

  private async totals(call: FederatedCall): Promise<FederatedReply> {
    const answers = await this.fanOut.ask(call, { shape: 'nothing' });
    const totals = answers.usable.map(({ headers }) => readTotal(headers['total-count'], 0));
    return answers.reply([], { tagged: true, total: totalText(totals) });
  }
}
