import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import { jsonType, type FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { DocumentReader } from '../../fan-out/document-reader.js';
import { nobodyAnswered } from '../../fan-out/nobody-answered.js';
import type { AuthenticationSettings } from '../../settings/authentication-settings.js';
import { GatewaySettings } from '../../settings/gateway-settings.js';

/**
 * L: how ServicePulse signs in: as the gateway's own settings say when its authentication is on, else as the lead says
 * (decision 36). ServicePulse goes on without authentication when
 * this fails, so the last known copy, and then the next member's, stands in for a lead that is down.
 */
@Injectable()
export class AuthenticationConfiguration implements Strategy {
  constructor(
    private readonly documents: DocumentReader,
    private readonly settings: GatewaySettings,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const { authentication } = this.settings;
    if (authentication.enabled) {
      return { status: 200, headers: { 'Content-Type': jsonType }, body: ownConfiguration(authentication) };
    }
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

/** The document in ServiceControl's shape (hosting contract 6); what is not set is left out. */
function ownConfiguration({ audience, roleBasedAuthorizationEnabled, servicePulse }: AuthenticationSettings): Buffer {
  const { clientId, authority, apiScopes, offlineAccessScopeEnabled } = servicePulse;
  const scopes = [...apiScopes, 'openid', 'profile', 'email', ...(offlineAccessScopeEnabled ? ['offline_access'] : [])];
  return Buffer.from(
    JSON.stringify({
      enabled: true,
      role_based_authorization_enabled: roleBasedAuthorizationEnabled,
      client_id: clientId,
      authority,
      audience,
      api_scopes: JSON.stringify(apiScopes),
      scopes: scopes.join(' '),
    }),
  );
}
