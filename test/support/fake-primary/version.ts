import semver from 'semver';

/** What a version of a primary can do (hosting 14). */
export interface VersionRules {
  /** Whether the version is at least this one. */
  since(first: string): boolean;
  /** Since 6.11. */
  readonly knowsAuthentication: boolean;
  /** Roles, permissions, `my/routes` and `Request-Id`, since 6.18. */
  readonly knowsPermissions: boolean;
}

/** Pre-releases count as lower than the release; a text that is no version counts as newest. */
export function rulesOf(version: string): VersionRules {
  const number = semver.valid(version) ?? semver.coerce(version)?.version;
  const since = (first: string): boolean => number === undefined || semver.gte(number, first);
  return { since, knowsAuthentication: since('6.11.0'), knowsPermissions: since('6.18.0') };
}

/** The version as members show it: without build metadata. */
export function shownVersion(version: string): string {
  return version.split('+')[0] ?? version;
}
