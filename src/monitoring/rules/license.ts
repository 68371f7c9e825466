import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';

/**
 * The lead's license, invalid when any member's is (decision 37). Monitoring sends no `license_status` (monitoring contract
 * 3.4).
 * @param statusOf `lead` keeps the lead's license as it is
 */
export function mergeLicenses(licenses: readonly JsonRow[], statusOf: 'worst' | 'lead'): Buffer {
  const [lead] = licenses;
  if (lead === undefined) throw new Error('there is no license to merge');
  const invalid = licenses.find((license) => license.text('status') === 'invalid');
  if (statusOf === 'lead' || invalid === undefined || lead.text('status') === 'invalid') return lead.bytes;
  return editRow(lead, { status: invalid.raw('status') });
}
