import { type HeaderLine, type Reply, textReply, unhandledException } from '../http/reply.js';
import { type Claims, readRoles, type TokenReader, type TokenReading } from '../http/token.js';
import { grants, type Permission } from './permissions.js';
import type { VersionRules } from './version.js';

/** How the instance is configured (hosting 3 and 4). */
export interface Authentication {
  /** `on` leaves the routes with permissions open, as ServiceControl does unless roles are on as well. */
  readonly mode: 'off' | 'on' | 'roles';
  /** Where the roles are: a claim, or a path into a claim that holds an object. `roles` when left out. */
  readonly rolesClaim?: string;
  /** `sub` when left out. */
  readonly subjectIdClaim?: string;
  /** `preferred_username` when left out. */
  readonly subjectNameClaim?: string;
  /** Decides what a token is worth; without it the payload is believed and only the times are checked. */
  readonly readToken?: TokenReader;
  /** What `authentication/configuration` shows to browsers. */
  readonly shown?: AuthenticationFacts;
}

export interface AuthenticationFacts {
  readonly clientId?: string;
  readonly authority?: string;
  readonly audience?: string;
  readonly apiScopes?: string;
  readonly scopes?: string;
}

/** What a route demands. */
export interface Demand {
  readonly isAnonymous: boolean;
  /** `undefined`: a token is enough. */
  readonly permission: Permission | undefined;
}

/** Paths without a route and methods that a route does not have fall under the fallback policy. */
export const fallbackDemand: Demand = { isAnonymous: false, permission: undefined };

/** Decides who may do what on one request (hosting 4.1). */
export class Access {
  private readonly token: TokenReading;

  constructor(
    private readonly settings: Authentication,
    private readonly rules: VersionRules,
    authorization: string | undefined,
    readToken: TokenReader,
  ) {
    const text = /^bearer +(\S.*)$/i.exec(authorization ?? '')?.[1];
    this.token = text === undefined || !this.isOn ? { kind: 'none' } : (settings.readToken ?? readToken)(text.trim());
  }

  get isOn(): boolean {
    return this.settings.mode !== 'off' && this.rules.knowsAuthentication;
  }

  get rolesCount(): boolean {
    return this.isOn && this.settings.mode === 'roles' && this.rules.knowsPermissions;
  }

  /** Sent with any answer as soon as an expired token was seen. */
  get headers(): readonly HeaderLine[] {
    return this.token.kind === 'expired' ? [['X-Token-Expired', 'true']] : [];
  }

  /** Role texts of the token, known or not. */
  get roles(): readonly string[] {
    return this.token.kind === 'valid' ? readRoles(this.token.claims, this.settings.rolesClaim ?? 'roles') : [];
  }

  /** The reply that refuses the request, or `undefined` when it may go on. */
  refuse(demand: Demand): Reply | undefined {
    if (!this.isOn || demand.isAnonymous) return undefined;
    const isOpen = demand.permission !== undefined && this.rules.knowsPermissions && !this.rolesCount;
    if (isOpen) return undefined;
    if (this.token.kind !== 'valid') return unauthorized(this.token);
    if (!this.rolesCount || demand.permission === undefined) return undefined;
    if (!this.hasSubject(this.token.claims)) return unhandledException;
    return grants(this.roles, demand.permission) ? undefined : forbidden;
  }

  /** Whether `my/routes` lists a route with this demand. */
  shows(demand: Demand): boolean {
    return !this.rolesCount || demand.permission === undefined || grants(this.roles, demand.permission);
  }

  private hasSubject(claims: Claims): boolean {
    const { subjectIdClaim = 'sub', subjectNameClaim = 'preferred_username' } = this.settings;
    return [claims[subjectIdClaim], claims[subjectNameClaim]].every(
      (claim) => typeof claim === 'string' && claim !== '',
    );
  }
}

const forbidden = refusal(403, 'forbidden', 'You do not have permission to access this resource.');
const refusalTexts = {
  none: 'Authentication required. Please provide a valid Bearer token.',
  expired: 'The token has expired. Please obtain a new token and retry.',
  invalid: 'The token is invalid.',
};

function unauthorized(token: Exclude<TokenReading, { kind: 'valid' }>): Reply {
  return refusal(401, 'unauthorized', refusalTexts[token.kind]);
}

function refusal(status: number, error: string, message: string): Reply {
  return { ...textReply(status, 'application/json', JSON.stringify({ error, message })), origin: 'pipeline' };
}
