import semver from 'semver';

/** Two to four numbers, a pre-release label, build data; a leading `v` as ServicePulse accepts it. */
const versionText = /^v?(\d+)\.(\d+)(?:\.(\d+))?(?:\.\d+)?(-[0-9a-z.-]+)?(?:\+.*)?$/i;

/**
 * The lowest of the members' versions (decision 32), so that ServicePulse never switches on what one member lacks.
 * Compared as semantic versions, a pre-release below its release. What is no version is left out. The result always has
 * three numbers and no build data, since ServicePulse takes any other form for "no version"; a fourth number is dropped.
 */
export function lowestVersion(versions: readonly (string | undefined)[]): string | undefined {
  const known = versions.flatMap((version) => readVersion(version) ?? []);
  return known.length === 0 ? undefined : known.reduce((lowest, next) => (semver.lt(next, lowest) ? next : lowest));
}

/** Whether a member's version is this one or newer; false for what is no version. */
export function isAtLeast(version: string | undefined, first: string): boolean {
  const known = readVersion(version);
  return known !== undefined && semver.gte(known, first);
}

function readVersion(text: string | undefined): string | undefined {
  const found = versionText.exec(text ?? '');
  if (found === null) return undefined;
  const [, major = '', minor = '', patch = '0', label = ''] = found;
  return semver.parse(`${major}.${minor}.${patch}${label}`, { loose: true })?.version;
}
