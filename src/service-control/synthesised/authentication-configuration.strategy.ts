import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import { jsonType, type FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { DocumentReader } from '../../fan-out/document-reader.js';
import { nobodyAnswered } from '../../fan-out/nobody-answered.js';

/**
 * L: how ServicePulse signs in, as the lead says it (decision 36). ServicePulse goes on without authentication when
 * this fails, so the last known copy, and then the next member's, stands in for a lead that is down.
 */
@Injectable()
export class AuthenticationConfiguration implements Strategy {
  constructor(private readonly documents: DocumentReader) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const { answers, documents } = await this.documents.read(call, {
      path: 'authentication/configuration',
      shape: 'document',
    });
    const [first] = documents;
    if (first === undefined) throw nobodyAnswered(answers);
    return {
      status: 200,
      headers: { 'Content-Type': jsonType, ...answers.headers() },
      body: first.body,
      timings: answers.timings(),
    };
  }
}
