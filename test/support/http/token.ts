/** The claims of a token, as they stand in its payload. */
export type Claims = Readonly<Record<string, unknown>>;

/** What was found in the `Authorization` header. */
export type TokenReading =
  { readonly kind: 'none' | 'expired' | 'invalid' } | { readonly kind: 'valid'; readonly claims: Claims };

/** Judges the text behind `Bearer`. */
export type TokenReader = (token: string) => TokenReading;

const clockSkewSeconds = 300;

/** Believes every payload, whoever signed it, and checks the times of validity only (five minutes of skew). */
export function unverifiedReader(now: () => number): TokenReader {
  return (token) => {
    const claims = payloadOf(token);
    if (claims === undefined) return { kind: 'invalid' };
    const seconds = now() / 1000;
    if (typeof claims.exp === 'number' && seconds > claims.exp + clockSkewSeconds) return { kind: 'expired' };
    if (typeof claims.nbf === 'number' && seconds < claims.nbf - clockSkewSeconds) return { kind: 'invalid' };
    return { kind: 'valid', claims };
  };
}

/** A token of the right form without a real signature, for instances that believe every payload. */
export function tokenWith(claims: Claims): string {
  return [{ alg: 'RS256', typ: 'JWT' }, claims].map(encode).concat('c2lnbmF0dXJl').join('.');
}

/**
 * The roles of a token (hosting 4.2): a plain claim gives one role or a list of them, a path with dots leads through
 * an object. What cannot be read gives no roles. Repeated roles count once.
 */
export function readRoles(claims: Claims, rolesClaim: string): readonly string[] {
  const found = rolesClaim.includes('.') ? atPath(claims, rolesClaim.split('.')) : claims[rolesClaim];
  const roles = listOf(found).flatMap((role) => (rolesClaim.includes('.') ? [role] : inJsonArray(role)));
  const frameworkRoles = listOf(claims['http://schemas.microsoft.com/ws/2008/06/identity/claims/role']);
  return [...new Set([...roles, ...frameworkRoles])].filter((role) => role !== '');
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function payloadOf(token: string): Claims | undefined {
  const parts = token.split('.');
  if (parts.length !== 3 || parts.includes('')) return undefined;
  return asObject(parsed(Buffer.from(parts[1] ?? '', 'base64url').toString()));
}

function atPath(claims: Claims, path: readonly string[]): unknown {
  let step: unknown = claims;
  for (const name of path) {
    const object = asObject(typeof step === 'string' ? parsed(step) : step);
    if (object === undefined) return undefined;
    step = object[name];
  }
  return step;
}

function listOf(value: unknown): readonly string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item) => typeof item === 'string');
}

function inJsonArray(role: string): readonly string[] {
  const array = role.startsWith('[') ? parsed(role) : undefined;
  return Array.isArray(array) ? listOf(array) : [role];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Claims | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined;
}
