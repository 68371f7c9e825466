import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';

/** From best to worst (licensing contract 4.1); what is not listed ranks as worst, being unknown. */
const ranks: readonly string[] = [
  'Valid',
  'ValidWithExpiredUpgradeProtection',
  'ValidWithExpiringUpgradeProtection',
  'ValidWithExpiringSubscription',
  'ValidWithExpiringTrial',
  'InvalidDueToExpiredUpgradeProtection',
  'InvalidDueToExpiredSubscription',
  'InvalidDueToExpiredTrial',
];

/**
 * The first member's license; its two status fields, which say different things, become the worst of all members
 * each on its own.
 */
export function mergeLicenses(documents: readonly JsonRow[], statusOf: 'worst' | 'lead'): Buffer {
  const [lead] = documents;
  if (lead === undefined) throw new Error('there is no license to merge');
  if (statusOf === 'lead') return lead.bytes;
  const worst = worstBy(documents, 'license_status', rankOf);
  const status = worstBy(documents, 'status', (text) => (text === 'valid' ? 0 : 1));
  const edits = {
    ...(worst === undefined || lead.raw('license_status') === undefined ? {} : { license_status: worst }),
    ...(status === undefined || lead.raw('status') === undefined ? {} : { status }),
  };
  return Object.keys(edits).length === 0 ? lead.bytes : editRow(lead, edits);
}

/** JSON text of the worst value; undefined when nobody sends the field. */
function worstBy(documents: readonly JsonRow[], field: string, rank: (text: string) => number): Buffer | undefined {
  let worst: { readonly raw: Buffer; readonly rank: number } | undefined;
  for (const document of documents) {
    const [raw, text] = [document.raw(field), document.text(field)];
    if (raw === undefined || text === undefined) continue;
    if (worst === undefined || rank(text) > worst.rank) worst = { raw, rank: rank(text) };
  }
  return worst?.raw;
}

function rankOf(status: string): number {
  const rank = ranks.indexOf(status);
  return rank < 0 ? ranks.length : rank;
}
