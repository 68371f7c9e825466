import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import type { Answers } from '../fan-out/answers.js';
import { FanOut } from '../fan-out/fan-out.js';
import { nobodyAnswered } from '../fan-out/nobody-answered.js';
import { documentOf } from '../fan-out/read-answer.js';
import { relayedHeaders } from '../fan-out/relayed-headers.js';
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
    const asked = await this.fanOut.ask(call, { shape: 'document', absent: [404, 501] });
    if (asked.answered.length === 0) return nobodyHasIt(asked);
    const { answers, result } = asked.whole((answered) =>
      rule.merge(answered.map((answer) => ({ memberKey: answer.member.key, row: documentOf(answer) }))),
    );
    return answers.reply(result, { tagged: true });
  }
}

/** What a member said that cannot have the document at all (501) tells more than a 404. */
function nobodyHasIt(asked: Answers): FederatedReply {
  if (asked.missing.length > 0) throw nobodyAnswered(asked);
  const told = asked.usable.find(({ status }) => status === 501) ?? asked.usable[0];
  if (told === undefined) throw new Error('a miss needs an answer');
  return {
    status: told.status,
    headers: { ...asked.headers(), ...relayedHeaders(told.headers) },
    body: told.body,
    timings: asked.timings(),
  };
}
