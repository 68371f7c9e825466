import { proxyAddress, publicAddress } from './address-kinds.js';
import { AuthenticationSettings } from './authentication-settings.js';
import { CorsSettings, ForwardedHeadersSettings, HttpsSettings, MemberTlsSettings } from './connection-settings.js';
import type { Milliseconds } from './duration.js';
import { FederationSettings } from './federation-settings.js';
import { MemberSettings } from './member-settings.js';
import {
  AgentsSettings,
  AvailabilitySettings,
  LimitsSettings,
  LogSettings,
  MetricsSettings,
  RegistrySettings,
  TracingSettings,
} from './operation-settings.js';
import { Setting, SettingGroup, SettingList, type SettingKind } from './setting.js';
import { duration, filledText, listOf, port } from './setting-kinds.js';

const basePath: SettingKind = {
  accepts: 'empty, or a path such as /federation',
  read: (written) => {
    const path = typeof written === 'string' ? written.trim().replace(/\/$/, '') : undefined;
    return path !== undefined && /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/.test(path) ? path : undefined;
  },
};

/**
 * Every setting of the gateway, loaded and checked. Property names are the JSON paths of the settings file; durations
 * are in milliseconds and sizes in bytes. The instance is frozen and is its own injection token.
 */
export class GatewaySettings {
  /** Host name or address to listen on; `*` listens on all of them. */
  @Setting(filledText)
  readonly hostname!: string;

  /** Port to listen on; `0` takes a free one. */
  @Setting(port)
  readonly port!: number;

  /** Path in front of every address of the gateway, such as `/federation`; never ends in a slash. */
  @Setting(basePath)
  readonly basePath!: string;

  /** Address of `/api/` as browsers see it. Unset: built from forwarded headers, `Host` and `basePath`. */
  @Setting(publicAddress, { optional: true })
  readonly publicUrl?: string;

  /** `name` of the root document. */
  @Setting(filledText)
  readonly displayName!: string;

  /** The members, the lead first: JSON text in the environment. Required unless `registry.database` is set. */
  @SettingList(MemberSettings)
  readonly federatedInstances!: readonly MemberSettings[];

  @SettingGroup(FederationSettings)
  readonly federation!: FederationSettings;

  @SettingGroup(AuthenticationSettings)
  readonly authentication!: AuthenticationSettings;

  @SettingGroup(ForwardedHeadersSettings)
  readonly forwardedHeaders!: ForwardedHeadersSettings;

  @SettingGroup(HttpsSettings)
  readonly https!: HttpsSettings;

  @SettingGroup(CorsSettings)
  readonly cors!: CorsSettings;

  @SettingGroup(MemberTlsSettings)
  readonly memberTls!: MemberTlsSettings;

  /** Forward proxy towards `https` members. Unset: the standard variable `HTTPS_PROXY`, else none. */
  @Setting(proxyAddress, { optional: true, secret: 'password' })
  readonly outboundProxy?: string;

  /** Hosts, domains (`.internal`) and networks (`10.0.0.0/8`) reached without that proxy. Unset: `NO_PROXY`, else none. */
  @Setting(listOf(filledText))
  readonly noProxy!: readonly string[];

  @SettingGroup(LimitsSettings)
  readonly limits!: LimitsSettings;

  @SettingGroup(LogSettings)
  readonly log!: LogSettings;

  @SettingGroup(MetricsSettings)
  readonly metrics!: MetricsSettings;

  @SettingGroup(TracingSettings)
  readonly tracing!: TracingSettings;

  /** How long requests in flight may take after SIGTERM. */
  @Setting(duration({ atLeast: 0 }))
  readonly shutdownTimeout!: Milliseconds;

  /** Files of outside Nest modules, loaded after the surfaces. */
  @Setting(listOf(filledText))
  readonly extensions!: readonly string[];

  @SettingGroup(RegistrySettings)
  readonly registry!: RegistrySettings;

  @SettingGroup(AgentsSettings)
  readonly agents!: AgentsSettings;

  @SettingGroup(AvailabilitySettings)
  readonly availability!: AvailabilitySettings;
}
