import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import { FanOut } from '../fan-out/fan-out.js';
import { documentOf } from '../fan-out/read-answer.js';
import type { MemberRow } from './merge/member-row.js';

/** One document per member and how they become one. */
export interface DocumentRule {
  readonly words: string;
  /** Given at least one document, in member order. */
  merge(documents: readonly MemberRow[]): Buffer;
}

/** K, for routes that answer one document instead of rows. */
@Injectable()
export class MergeDocuments implements Strategy<DocumentRule> {
  constructor(private readonly fanOut: FanOut) {}

  async handle(call: FederatedCall, rule: DocumentRule): Promise<FederatedReply> {
    const asked = await this.fanOut.ask(call, { shape: 'document' });
    if (asked.answered.length === 0) return { status: 404, headers: asked.headers(), timings: asked.timings() };
    const { answers, result } = asked.whole((answered) =>
      rule.merge(answered.map((answer) => ({ memberKey: answer.member.key, row: documentOf(answer) }))),
    );
    return answers.reply(result, { tagged: true });
  }
}
