import { Injectable, Logger } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { GatewaySettings } from '../settings/gateway-settings.js';
import { AuthorityKeys } from './authority-keys.js';
import { rolesOf, type Claims } from './token-roles.js';

/** Who calls, as a checked token says. */
export interface Caller {
  readonly subject: string | undefined;
  readonly name: string | undefined;
  readonly roles: readonly string[];
}

export const strategyName = 'oidc-token';

/** Signatures with a key of the authority's own; a shared secret never counts (decision 45). */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const;

const clockToleranceSeconds = 300;
/** Dates beyond this many seconds are no dates. */
const latestDate = 253_402_300_799;

interface Header {
  readonly alg?: unknown;
  readonly kid?: unknown;
  readonly crit?: unknown;
  readonly b64?: unknown;
}

/** Checks bearer tokens as members do (hosting contract 3.2). */
@Injectable()
export class OidcToken extends PassportStrategy(Strategy, strategyName) {
  private readonly log = new Logger('auth');

  constructor(
    private readonly keys: AuthorityKeys,
    private readonly settings: GatewaySettings,
  ) {
    const { audience, validateAudience, validateLifetime } = settings.authentication;
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: [...algorithms],
      ignoreExpiration: !validateLifetime,
      ...(validateAudience && audience !== undefined ? { audience } : {}),
      // The library has no other way to say this.
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      jsonWebTokenOptions: { clockTolerance: clockToleranceSeconds },
      secretOrKeyProvider: (_request: Request, token: string, done: (fault: unknown, key?: string) => void) => {
        this.keyFor(token).then(
          (key) => {
            // The library's types know no KeyObject, the library itself does, and it need not be parsed again.
            done(null, key as unknown as string);
          },
          (fault: unknown) => {
            done(fault);
          },
        );
      },
    });
  }

  /** Runs after signature, audience and dates were found good. */
  validate(claims: Claims): Caller | false {
    const { validateIssuer, validateLifetime, subjectIdClaim, subjectNameClaim, rolesClaim } =
      this.settings.authentication;
    if (validateIssuer && claims['iss'] !== this.keys.issuer) {
      this.log.warn('token of another issuer', {
        expected: this.keys.issuer,
        found: String(claims['iss']).slice(0, 200),
      });
      return false;
    }
    if (validateLifetime && !isDate(claims['exp'])) return false;
    return {
      subject: textOf(claims[subjectIdClaim]),
      name: textOf(claims[subjectNameClaim]),
      roles: rolesOf(claims, rolesClaim),
    };
  }

  /** The key a token was signed with, by its header alone; what else the header names is never looked at. */
  private async keyFor(token: string): Promise<KeyObject> {
    const header = headerOf(token);
    const kid = typeof header?.kid === 'string' ? header.kid : undefined;
    if (header === undefined || header.crit !== undefined || header.b64 !== undefined)
      throw new Error('a header nobody here understands');
    const { alg } = header;
    const candidates = (await this.keys.candidates(kid)).filter((key) => fits(key, alg));
    const [only, ...others] = candidates;
    if (only === undefined || others.length > 0) throw new Error('no signing key fits the token');
    return only.key;
  }
}

function fits({ alg: own, key }: { readonly alg: string | undefined; readonly key: KeyObject }, alg: unknown): boolean {
  if (typeof alg !== 'string' || (own !== undefined && own !== alg)) return false;
  return key.asymmetricKeyType === (alg.startsWith('ES') ? 'ec' : 'rsa');
}

function headerOf(token: string): Header | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isDate(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= latestDate;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
