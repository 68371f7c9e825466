import { byField } from '../../aggregation/merge/compare.js';
import type { SortedRows } from '../../aggregation/merge/sorted-rows.js';
import { bareId } from '../../routing/owned-record.js';

const oldestReport = byField({ field: 'reported_at', kind: 'date', direction: 'asc' });

/**
 * Custom checks by the time they reported, the oldest first: the order of members on a database (contract 7.2). RavenDB
 * members have none, and the merge keeps whatever order each member sends. Ids differ in a prefix between the two.
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
};
