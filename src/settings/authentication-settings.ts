import { webAddress } from './address-kinds.js';
import { Setting, SettingGroup } from './setting.js';
import { filledText, flag, listOf } from './setting-kinds.js';

/** What ServicePulse is told about signing in (contract: hosting 3.1). */
export class ServicePulseSettings {
  /** Client id that ServicePulse signs in with. */
  @Setting(filledText, { optional: true })
  readonly clientId?: string;

  /** Authority that the browser uses, when it differs from `authentication.authority`. */
  @Setting(webAddress, { optional: true })
  readonly authority?: string;

  /** API scopes that ServicePulse asks for. */
  @Setting(listOf(filledText))
  readonly apiScopes!: readonly string[];

  /** ServicePulse asks for `offline_access`, to renew tokens without a new sign-in. */
  @Setting(flag)
  readonly offlineAccessScopeEnabled!: boolean;
}

/** Who may call; names and meaning are ServiceControl's (contract: hosting 3.1), except `operatorRoles`. */
export class AuthenticationSettings {
  /** Demand a valid bearer token on every route that ServiceControl does not serve anonymously. */
  @Setting(flag)
  readonly enabled!: boolean;

  /** Address of the token issuer; its discovery document lies below it. */
  @Setting(webAddress, { optional: true })
  readonly authority?: string;

  /** The one accepted audience. */
  @Setting(filledText, { optional: true })
  readonly audience?: string;

  /** Check the token's issuer against the discovery document. */
  @Setting(flag)
  readonly validateIssuer!: boolean;

  /** Check the token's audience. */
  @Setting(flag)
  readonly validateAudience!: boolean;

  /** Check when the token begins and ends. */
  @Setting(flag)
  readonly validateLifetime!: boolean;

  /** Check the key that signed the token. Its signature is checked in any case. */
  @Setting(flag)
  readonly validateIssuerSigningKey!: boolean;

  /** Read the discovery document over HTTPS only. */
  @Setting(flag)
  readonly requireHttpsMetadata!: boolean;

  /** Told to ServicePulse; the gateway itself only checks tokens, members decide by role. */
  @Setting(flag)
  readonly roleBasedAuthorizationEnabled!: boolean;

  /** Claim that holds the roles; dots lead into a JSON object, as in `realm_access.roles`. */
  @Setting(filledText)
  readonly rolesClaim!: string;

  /** Claim that identifies the caller. */
  @Setting(filledText)
  readonly subjectIdClaim!: string;

  /** Claim that names the caller for people. */
  @Setting(filledText)
  readonly subjectNameClaim!: string;

  /** Roles that may use `/config` and write through `/api/agents`. */
  @Setting(listOf(filledText))
  readonly operatorRoles!: readonly string[];

  @SettingGroup(ServicePulseSettings)
  readonly servicePulse!: ServicePulseSettings;
}
