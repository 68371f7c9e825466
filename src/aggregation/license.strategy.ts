import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import { FanOut } from '../fan-out/fan-out.js';
import { documentOf } from '../fan-out/read-answer.js';
import { GatewaySettings } from '../settings/gateway-settings.js';
import { mergeLicenses } from './merge/license.js';

export interface LicenseRule {
  readonly words: string;
  /** Members of 6.19 refuse a call without `clientName` (licensing contract 4.1); Monitoring knows no such parameter. */
  readonly needsClientName: boolean;
}

/**
 * X: the lead's license with the worst status of all members, unless `federation.licenseStatus` is `lead`
 * (decision 37).
 */
@Injectable()
export class License implements Strategy<LicenseRule> {
  constructor(
    private readonly fanOut: FanOut,
    private readonly settings: GatewaySettings,
  ) {}

  async handle(call: FederatedCall, { needsClientName }: LicenseRule): Promise<FederatedReply> {
    const hasName = !needsClientName || (call.query.get('clientName') ?? '') !== '';
    const asked = await this.fanOut.ask(call, {
      shape: 'document',
      ...(hasName ? {} : { query: { clientName: 'servicepulse' } }),
    });
    const { answers, result } = asked.whole((answered) => {
      const documents = answered.map(documentOf);
      return documents.length === 0
        ? Buffer.from('{}')
        : mergeLicenses(documents, this.settings.federation.licenseStatus);
    });
    return answers.reply(result);
  }
}
