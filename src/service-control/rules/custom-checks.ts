import { byField } from '../../aggregation/merge/compare.js';
import type { SortedRows } from '../../aggregation/merge/sorted-rows.js';
import { editRow } from '../../json-text/edit-row.js';
import { bareId } from '../../routing/owned-record.js';

const noHost = '00000000-0000-0000-0000-000000000000';
const oldestReport = byField({ field: 'reported_at', kind: 'date', direction: 'asc' });

/**
 * Custom checks by the time they reported, the oldest first: the order of members on a database (contract 7.2). RavenDB
 * members have none, and the merge keeps whatever order each member sends. Ids differ in a prefix between the two.
 *
 * Some members on a database leave out who reported (contract 12.1). ServicePulse stops drawing its list at the first
 * such row, other members' rows included, so that row says which member it is from (decision 8h).
 */
export const customChecks: SortedRows = {
  owner: {
    kind: 'custom-check',
    id: (row) => {
      const id = row.text('id');
      return id === undefined ? undefined : bareId(id);
    },
  },
  order: () => oldestReport,
  edit: (row, memberKey) =>
    row.at('originating_endpoint') === undefined
      ? editRow(row, { originating_endpoint: JSON.stringify({ name: '', host_id: noHost, host: memberKey }) })
      : row.bytes,
};
