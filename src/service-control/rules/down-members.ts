import { createHash } from 'node:crypto';

/** A member that has been down for a while, as the custom check that tells so. */
export interface DownMember {
  readonly key: string;
  readonly name: string;
  /** ISO 8601. */
  readonly since: string;
  readonly reason: string;
}

/** Id of a member's check: stable, and a GUID, because members and ServicePulse expect one (contract 3.4). */
export function downMemberCheckId(key: string): string {
  const hash = createHash('sha256').update(`federation member ${key}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 20)}-${hash.slice(20, 32)}`;
}

/** Rows of `customchecks` (contract 12.1), one per member, oldest first. */
export function downMemberChecks(members: readonly DownMember[]): Buffer {
  const rows = [...members]
    .sort((left, right) => (left.since < right.since ? -1 : Number(left.since > right.since)))
    .map(({ key, name, since, reason }) => ({
      id: downMemberCheckId(key),
      custom_check_id: `Federation member ${name}`,
      category: 'Federation',
      status: 'fail',
      reported_at: since,
      failure_reason: `The installation ${name} does not answer, so what it holds is missing here: ${reason}`,
      originating_endpoint: { name: 'Federation', host_id: downMemberCheckId(key), host: name },
    }));
  return Buffer.from(JSON.stringify(rows));
}
