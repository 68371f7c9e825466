import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import { jsonType, type FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { DocumentReader } from '../../fan-out/document-reader.js';
import { readDocument } from '../../json-text/json-row.js';
import { mergeConfigurations } from '../rules/configuration.js';

/**
 * X: the lead's configuration with the shortest error retention of all members and their MassTransit connectors
 * (decision 34). Answered from the last known copies while members are down; when nothing is known the body stays
 * empty, because ServicePulse takes any JSON for the configuration (decision 8b).
 */
@Injectable()
export class Configuration implements Strategy {
  constructor(private readonly documents: DocumentReader) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const { answers, documents } = await this.documents.read(call, { path: 'configuration', shape: 'document' });
    const readable = documents.map(({ body }) => readDocument(body));
    const timings = answers.timings();
    if (readable.length === 0) return { status: 503, headers: { ...answers.headers(), 'Retry-After': '5' }, timings };
    return {
      status: 200,
      headers: { 'Content-Type': jsonType, ...answers.headers() },
      body: mergeConfigurations(readable),
      timings,
      partial: answers.missing.length > 0,
    };
  }
}
