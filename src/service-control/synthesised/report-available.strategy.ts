import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { FanOut } from '../../fan-out/fan-out.js';
import { documentOf } from '../../fan-out/read-answer.js';
import { mergeReportAvailability } from '../rules/usage-report.js';

/** X: a report can be made when every member can make one; else the first member's reason (proposal 11). */
@Injectable()
export class ReportAvailable implements Strategy {
  constructor(private readonly fanOut: FanOut) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const asked = await this.fanOut.ask(call, { shape: 'document' });
    const { answers, result } = asked.whole((answered) => mergeReportAvailability(answered.map(documentOf)));
    return answers.reply(result);
  }
}
