/** The claims of a token whose signature was checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** .NET's name for the role claim, which counts whatever `rolesClaim` says (hosting contract 4.2). */
const frameworkRole = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role';

/**
 * Roles in a token, read as members read them (hosting contract 4.2): a claim without dots holds one role, several, or
 * JSON text of several; a dotted one is a path through objects, or through a claim holding JSON text. What is malformed
 * or missing gives no roles.
 */
export function rolesOf(claims: Claims, rolesClaim: string): readonly string[] {
  const found = rolesClaim.includes('.') ? alongPath(claims, rolesClaim.split('.')) : own(claims, rolesClaim);
  return [...new Set([...textsOf(found), ...textsOf(own(claims, frameworkRole))])];
}

function alongPath(claims: Claims, path: readonly string[]): unknown {
  return path.reduce<unknown>((here, step) => {
    const object = typeof here === 'string' ? parsed(here) : here;
    return typeof object === 'object' && object !== null ? own(object as Claims, step) : undefined;
  }, claims);
}

function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'string') return [];
  const list = value.trimStart().startsWith('[') ? parsed(value) : undefined;
  return Array.isArray(list) ? list.filter((role): role is string => typeof role === 'string') : [value];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function own(object: Claims, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
