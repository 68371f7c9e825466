import semver from 'semver';

/** What a version of ServiceControl.Monitoring can do (hosting 14). */
export interface VersionRules {
  /** `OPTIONS /`, since 4.8. */
  readonly answersOptions: boolean;
  /** `connectedCount` and `disconnectedCount`, since 4.9. */
  readonly countsInstances: boolean;
  /** Since 6.11. */
  readonly knowsAuthentication: boolean;
  /** Stale only when all instances are, since 6.15; before, one was enough. */
  readonly staleWhenAllInstancesAre: boolean;
  /** Roles, permissions, `my/routes` and `Request-Id`, since 6.18. */
  readonly knowsPermissions: boolean;
}

/** Pre-releases count as lower than the release; a text that is no version counts as newest. */
export function rulesOf(version: string): VersionRules {
  const number = semver.valid(version) ?? semver.coerce(version)?.version;
  const since = (first: string): boolean => number === undefined || semver.gte(number, first);
  return {
    answersOptions: since('4.8.0'),
    countsInstances: since('4.9.0'),
    knowsAuthentication: since('6.11.0'),
    staleWhenAllInstancesAre: since('6.15.0'),
    knowsPermissions: since('6.18.0'),
  };
}

/** The version as members show it: without build metadata. */
export function shownVersion(version: string): string {
  return version.split('+')[0] ?? version;
}
