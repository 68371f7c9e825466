import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { FanOut } from '../../fan-out/fan-out.js';
import { editRow } from '../../json-text/edit-row.js';
import { readDocument, type JsonRow } from '../../json-text/json-row.js';
import { quoteText } from '../../json-text/write.js';
import { GatewaySettings } from '../../settings/gateway-settings.js';

/**
 * X: the root document. The lead's, with every URL as the caller sees the gateway, the gateway's own name and the
 * worst license status of the members (contract 5.1, decision 32). Links the lead does not offer are not offered.
 */
@Injectable()
export class RootDocument implements Strategy {
  constructor(
    private readonly fanOut: FanOut,
    private readonly settings: GatewaySettings,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    // A query string would end up inside members' URLs, so none is passed on.
    const answers = await this.fanOut.ask(call, { path: '', shape: 'document' });
    const merged = answers.whole((answered) => {
      const documents = answered.map(({ body }) => readDocument(body));
      const [lead] = documents;
      return lead === undefined ? undefined : this.rewrite(call, lead, documents);
    });
    if (merged.result === undefined) return merged.answers.reply(Buffer.from('{}'));
    return merged.answers.reply(merged.result);
  }

  private rewrite(call: FederatedCall, lead: JsonRow, documents: readonly JsonRow[]): Buffer {
    const edits: Record<string, string> = { name: quoteText(this.settings.displayName) };
    const base = baseOf(lead);
    for (const { key, value } of lead.fields()) {
      const url = value.text();
      if (base !== undefined && url?.startsWith(base) === true)
        edits[key] = quoteText(call.surfaceUrl + url.slice(base.length));
    }
    const statuses = documents.map((document) => document.text('license_status'));
    if (statuses.includes('invalid')) edits['license_status'] = quoteText('invalid');
    return editRow(lead, edits);
  }
}

/** The member's own view of its base address: what stands before `endpoints` in `endpoints_url`. */
function baseOf(document: JsonRow): string | undefined {
  const url = document.text('endpoints_url');
  return url?.endsWith('endpoints') === true ? url.slice(0, -'endpoints'.length) : undefined;
}
