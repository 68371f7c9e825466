import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { FanOut } from '../../fan-out/fan-out.js';
import { documentOf } from '../../fan-out/read-answer.js';
import { editRow } from '../../json-text/edit-row.js';
import { quoteText } from '../../json-text/write.js';

/** X: the first member's root document; its `version` equals the version header, which is the lowest of all members. */
@Injectable()
export class MonitoringRoot implements Strategy {
  constructor(private readonly fanOut: FanOut) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const asked = await this.fanOut.ask(call, { shape: 'document' });
    const version = this.fanOut.versionFor(call);
    const { answers, result } = asked.whole((answered) => {
      const [first] = answered.map(documentOf);
      if (first === undefined || version === undefined || first.raw('version') === undefined) return first?.bytes;
      return editRow(first, { version: quoteText(version) });
    });
    return answers.reply(result ?? Buffer.from('{}'));
  }
}
