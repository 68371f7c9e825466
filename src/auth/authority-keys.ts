import { HttpService } from '@nestjs/axios';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { GatewaySettings } from '../settings/gateway-settings.js';

/** A key that may have signed a token. */
export interface AuthorityKey {
  readonly kid: string | undefined;
  /** The one algorithm the key is for, when the authority says so. */
  readonly alg: string | undefined;
  readonly key: KeyObject;
}

interface KnownAuthority {
  readonly issuer: string;
  readonly keys: readonly AuthorityKey[];
  readonly fetchedAt: number;
}

const timerName = 'authority-keys';
const refreshMs = 300_000;
/** Unknown key ids share one fetch in this time; between, they are refused at once (decision 45). */
const unknownKeyPauseMs = 30_000;
/** Known keys outlive an authority that is away. */
const keptMs = 86_400_000;
const fetchTimeoutMs = 5_000;
/** How long a first caller, or one with an unknown key id, waits for a fetch that is under way. */
const patienceMs = { nothingKnown: 2_000, unknownKey: 40 };
const largestDocument = 1_000_000;
const mostKeys = 1_000;

/** The authority could not be asked and nothing is known of it: neither a good nor a bad token can be told. */
export class AuthorityUnavailable extends Error {
  constructor() {
    super('the signing keys of the authority are not known yet');
    this.name = 'AuthorityUnavailable';
  }
}

/**
 * The issuer and signing keys of the authority, found by its discovery document and refreshed in the background, so that
 * keys published ahead of use never cost a request. Nothing a token says is ever dialled.
 */
@Injectable()
export class AuthorityKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Replaced in tests. */
  now: () => number = Date.now;
  private readonly log = new Logger('auth');
  private known: KnownAuthority | undefined;
  private fetching: Promise<void> | undefined;
  private lastFetch = -Infinity;
  private isFailing = false;

  constructor(
    private readonly http: HttpService,
    private readonly settings: GatewaySettings,
    private readonly scheduler: SchedulerRegistry,
  ) {}

  /** Start never waits for the authority. */
  onApplicationBootstrap(): void {
    if (!this.settings.authentication.enabled) return;
    void this.refresh();
    this.scheduler.addInterval(
      timerName,
      setInterval(() => void this.refresh(), refreshMs),
    );
  }

  onApplicationShutdown(): void {
    if (this.scheduler.doesExist('interval', timerName)) this.scheduler.deleteInterval(timerName);
  }

  /** The issuer that tokens must name. @throws AuthorityUnavailable */
  get issuer(): string {
    return this.current().issuer;
  }

  /**
   * Keys that fit a token's header: the one with its key id, or all of the fitting kind when it names none.
   * @throws AuthorityUnavailable
   */
  async candidates(kid: string | undefined): Promise<readonly AuthorityKey[]> {
    if (this.known === undefined) await this.within(patienceMs.nothingKnown, this.refresh());
    const found = this.find(kid);
    if (found.length > 0 || kid === undefined || this.now() - this.lastFetch < unknownKeyPauseMs) return found;
    await this.within(patienceMs.unknownKey, this.refresh());
    return this.find(kid);
  }

  /** Whether a key is still one of the authority's. */
  has(key: KeyObject): boolean {
    return this.known?.keys.some((known) => known.key.equals(key)) ?? false;
  }

  refresh(): Promise<void> {
    this.fetching ??= this.fetch().finally(() => {
      this.fetching = undefined;
    });
    return this.fetching;
  }

  private find(kid: string | undefined): readonly AuthorityKey[] {
    const { keys } = this.current();
    return kid === undefined ? keys : keys.filter((key) => key.kid === kid);
  }

  private current(): KnownAuthority {
    if (this.known === undefined || this.now() - this.known.fetchedAt > keptMs) throw new AuthorityUnavailable();
    return this.known;
  }

  private async fetch(): Promise<void> {
    this.lastFetch = this.now();
    try {
      const { issuer, jwks_uri: jwksUri } = await this.discover();
      const keys = await this.fetchKeys(jwksUri);
      if (keys.length === 0) throw new Error('the key set holds no usable signing key');
      this.known = { issuer, keys, fetchedAt: this.now() };
      if (this.isFailing) this.log.log('authority answers again');
      this.isFailing = false;
    } catch (fault) {
      if (!this.isFailing) this.log.error('authority gives no signing keys', { reason: messageOf(fault) });
      this.isFailing = true;
    }
  }

  private async discover(): Promise<{ readonly issuer: string; readonly jwks_uri: string }> {
    const authority = (this.settings.authentication.authority ?? '').replace(/\/$/, '');
    const document = await this.read(`${authority}/.well-known/openid-configuration`);
    if (!isDiscovery(document)) throw new Error('the discovery document names no issuer or no jwks_uri');
    return document;
  }

  private async fetchKeys(jwksUri: string): Promise<readonly AuthorityKey[]> {
    const set = await this.read(jwksUri);
    const keys: unknown = typeof set === 'object' && set !== null && 'keys' in set ? set.keys : undefined;
    if (!Array.isArray(keys)) throw new Error('the key set is no key set');
    return keys.slice(0, mostKeys).flatMap(usable);
  }

  private async read(url: string): Promise<unknown> {
    const { requireHttpsMetadata } = this.settings.authentication;
    if (requireHttpsMetadata && new URL(url).protocol !== 'https:') throw new Error(`${url} is not HTTPS`);
    const { data } = await this.http.axiosRef.get<unknown>(url, {
      timeout: fetchTimeoutMs,
      signal: AbortSignal.timeout(fetchTimeoutMs),
      maxRedirects: 0,
      maxContentLength: largestDocument,
      proxy: false,
      responseType: 'json',
    });
    return data;
  }

  private async within(ms: number, step: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([step, patience]);
    clearTimeout(timer);
  }
}

/** A key that signs; one of an unknown kind, or broken, must not spoil the others. */
function usable(jwk: unknown): readonly AuthorityKey[] {
  if (typeof jwk !== 'object' || jwk === null) return [];
  const { kid, alg, use } = jwk as { kid?: unknown; alg?: unknown; use?: unknown };
  if (use !== undefined && use !== 'sig') return [];
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    return [{ kid: typeof kid === 'string' ? kid : undefined, alg: typeof alg === 'string' ? alg : undefined, key }];
  } catch {
    return [];
  }
}

function isDiscovery(document: unknown): document is { issuer: string; jwks_uri: string } {
  if (typeof document !== 'object' || document === null) return false;
  const { issuer, jwks_uri: uri } = document as { issuer?: unknown; jwks_uri?: unknown };
  return typeof issuer === 'string' && typeof uri === 'string' && URL.canParse(uri);
}

function messageOf(fault: unknown): string {
  return typeof fault === 'object' && fault !== null && 'message' in fault ? String(fault.message) : String(fault);
}
