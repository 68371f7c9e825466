import { origin } from './address-kinds.js';
import { Setting } from './setting.js';
import { exactText, filledText, flag, ipAddress, listOf, network, port, wholeNumber } from './setting-kinds.js';

/** Whose `X-Forwarded-*` headers are believed (contract: hosting 8). */
export class ForwardedHeadersSettings {
  /** Read `X-Forwarded-For`, `-Proto`, `-Host` and `-Prefix` of known proxies. */
  @Setting(flag)
  readonly enabled!: boolean;

  /** Addresses of proxies that are believed. */
  @Setting(listOf(ipAddress))
  readonly knownProxies!: readonly string[];

  /** Networks of proxies that are believed; loopback and the private networks unless set. */
  @Setting(listOf(network))
  readonly knownNetworks!: readonly string[];

  /** Believe every caller. Only for a gateway that nobody reaches except through a proxy. */
  @Setting(flag)
  readonly trustAllProxies!: boolean;
}

/** Speaking TLS to callers; names and meaning are ServiceControl's (contract: hosting 9), except `keyPath`, `httpPort`. */
export class HttpsSettings {
  /** `port` speaks TLS. */
  @Setting(flag)
  readonly enabled!: boolean;

  /** Certificate file: PKCS#12, or PEM together with `https.keyPath`. */
  @Setting(filledText, { optional: true })
  readonly certificatePath?: string;

  /** Password of the certificate or key file. */
  @Setting(exactText, { optional: true, secret: 'all' })
  readonly certificatePassword?: string;

  /** PEM file with the private key. */
  @Setting(filledText, { optional: true })
  readonly keyPath?: string;

  /** Plain HTTP port that only redirects to HTTPS. */
  @Setting(port, { optional: true })
  readonly httpPort?: number;

  /** Answer plain HTTP with 307 to HTTPS. */
  @Setting(flag)
  readonly redirectHttpToHttps!: boolean;

  /** Port named in the redirect, when it differs from `port`. */
  @Setting(port, { optional: true })
  readonly port?: number;

  /** Send `Strict-Transport-Security`. */
  @Setting(flag)
  readonly enableHsts!: boolean;

  /** `max-age` of that header in seconds. */
  @Setting(wholeNumber({ from: 0, to: 2_147_483_647 }))
  readonly hstsMaxAgeSeconds!: number;

  /** `includeSubDomains` in that header. */
  @Setting(flag)
  readonly hstsIncludeSubDomains!: boolean;
}

/** Which browser pages may call (contract: hosting 7). */
export class CorsSettings {
  /** Every page may call. Becomes `false` when `cors.allowedOrigins` has an entry. */
  @Setting(flag)
  readonly allowAnyOrigin!: boolean;

  /** Origins of the pages that may call. */
  @Setting(listOf(origin))
  readonly allowedOrigins!: readonly string[];
}

/** How members are reached over HTTPS. */
export class MemberTlsSettings {
  /** PEM file with certificate authorities that members are trusted by, beside the built-in ones. */
  @Setting(filledText, { optional: true })
  readonly caFile?: string;

  /** PEM file with the certificate that the gateway shows to members. */
  @Setting(filledText, { optional: true })
  readonly clientCertFile?: string;

  /** PEM file with the key of that certificate. */
  @Setting(filledText, { optional: true })
  readonly clientKeyFile?: string;
}
