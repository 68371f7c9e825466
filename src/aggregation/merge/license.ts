import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';

/** From bad to good (licensing contract 4.1). A status unknown here is worse than one that is only about to expire. */
const ranks = new Map<string | undefined, number>([
  ['InvalidDueToExpiredTrial', 0],
  ['InvalidDueToExpiredSubscription', 0],
  ['InvalidDueToExpiredUpgradeProtection', 0],
  ['ValidWithExpiringTrial', 2],
  ['ValidWithExpiringSubscription', 2],
  ['ValidWithExpiringUpgradeProtection', 2],
  ['ValidWithExpiredUpgradeProtection', 2],
  ['Valid', 3],
]);
const unknownRank = 1;

/**
 * The lead's license with the worst `license_status` of all members and, on its own, the worse `status` (decision 37): the
 * two are independent of each other.
 * @param statusOf `lead` keeps the lead's license as it is
 */
export function mergeLicenses(licenses: readonly JsonRow[], statusOf: 'worst' | 'lead'): Buffer {
  const [lead] = licenses;
  if (lead === undefined) throw new Error('there is no license to merge');
  if (statusOf === 'lead') return lead.bytes;
  const edits: Record<string, Buffer> = {};
  for (const [field, value] of [
    ['license_status', worst(licenses)],
    ['status', licenses.find((license) => license.text('status') === 'invalid')?.raw('status')],
  ] as const) {
    if (value !== undefined && lead.raw(field)?.equals(value) !== true) edits[field] = value;
  }
  return Object.keys(edits).length === 0 ? lead.bytes : editRow(lead, edits);
}

function worst(licenses: readonly JsonRow[]): Buffer | undefined {
  const stated = licenses.filter((license) => license.text('license_status') !== undefined);
  const [first] = stated;
  return first === undefined
    ? undefined
    : stated.reduce((bad, next) => (rankOf(next) < rankOf(bad) ? next : bad), first).raw('license_status');
}

function rankOf(license: JsonRow): number {
  return ranks.get(license.text('license_status')) ?? unknownRank;
}
