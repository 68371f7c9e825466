import type { Member } from '../members/member.js';
import type { MissingReason } from '../transports/member-transport.js';

export type NameMembersBy = 'url' | 'key' | 'name';

/** How a failed member is named in `X-Particular-Incomplete-Results`: commas and colons would break the header's format. */
export function memberName(member: Member, surface: string, by: NameMembersBy): string {
  if (by === 'url') return (member.addresses[surface] ?? member.key).replaceAll(',', '%2C');
  return (by === 'key' ? member.key : member.name).replace(/[,:\r\n]/g, ' ');
}

/**
 * `X-Particular-Incomplete-Results` (decision 4): failed members in member order, then what members said of their own
 * audit instances, unchanged and without repeats, then the gateway's own remark. Undefined when nothing is missing.
 */
export function incompleteResults(entries: {
  readonly missing: readonly { readonly name: string; readonly reason: MissingReason }[];
  readonly ofMembers: readonly string[];
  readonly approximatePaging?: boolean;
}): string | undefined {
  const all = [
    ...entries.missing.map(({ name, reason }) => `${name}:${reason}`),
    ...entries.ofMembers.flatMap((header) => header.split(',').map((entry) => entry.trim())),
    ...(entries.approximatePaging === true ? ['proxy:approximate-paging'] : []),
  ].filter((entry) => entry !== '');
  return all.length === 0 ? undefined : [...new Set(all)].join(', ');
}
