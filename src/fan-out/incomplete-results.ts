import type { Member } from '../members/member.js';
import type { MissingReason } from '../transports/member-transport.js';

export type NameMembersBy = 'url' | 'key' | 'name';

const approximate = 'proxy:approximate-paging';

/**
 * How a failed member is named in `X-Particular-Incomplete-Results`: commas and colons would break the header's format,
 * and what no header can hold is written as percent escapes of its UTF-8.
 */
export function memberName(member: Member, surface: string, by: NameMembersBy): string {
  if (by === 'url') return (member.addresses[surface] ?? member.key).replaceAll(',', '%2C');
  const name = (by === 'key' ? member.key : member.name).replace(/[,:\r\n]/g, ' ');
  return name.replace(/[^\t\x20-\x7e\xa0-\xff]/gu, escaped);
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
  ].filter((entry) => entry !== '');
  const distinct = new Set(all);
  // A member that is a gateway itself may have said it as well; wherever it did, it stands last.
  const isApproximate = distinct.delete(approximate) || entries.approximatePaging === true;
  const named = isApproximate ? [...distinct, approximate] : [...distinct];
  return named.length === 0 ? undefined : named.join(', ');
}

function escaped(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
