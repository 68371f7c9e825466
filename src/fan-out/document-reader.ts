import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { Member } from '../members/member.js';
import type { Answers } from './answers.js';
import { FanOut } from './fan-out.js';
import { LastKnown } from './last-known.js';
import type { Shape } from './classify.js';

/** What is known of one document of every member. */
export interface KnownDocuments {
  readonly answers: Answers;
  /** In member order; `fresh` when the member answered just now. Members nothing is known of are left out. */
  readonly documents: readonly { readonly member: Member; readonly body: Buffer; readonly fresh: boolean }[];
}

/** Asks every member for one of its public documents and falls back to the last copy of those that do not answer. */
@Injectable()
export class DocumentReader {
  constructor(
    private readonly fanOut: FanOut,
    private readonly lastKnown: LastKnown,
  ) {}

  async read(call: FederatedCall, wanted: { readonly path: string; readonly shape: Shape }): Promise<KnownDocuments> {
    const answers = await this.fanOut.askQuietly(call, { method: 'GET', path: wanted.path, shape: wanted.shape });
    for (const { member, body } of answers.answered) this.lastKnown.keep(call, member, { path: wanted.path, body });
    const documents = this.fanOut.membersOf(call).flatMap((member) => {
      const answer = answers.answered.find((answered) => answered.member.key === member.key);
      const body = answer?.body ?? this.lastKnown.find(call, member, wanted.path);
      return body === undefined ? [] : [{ member, body, fresh: answer !== undefined }];
    });
    return { answers, documents };
  }
}
