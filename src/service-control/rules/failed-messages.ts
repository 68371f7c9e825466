import { byField, type SortField } from '../../aggregation/merge/compare.js';
import type { SortedRows } from '../../aggregation/merge/sorted-rows.js';
import { bareId } from '../../routing/owned-record.js';

/** By status the order is the one of members' own numbers. */
const statusNumbers = { unresolved: 1, resolved: 2, retryIssued: 3, archived: 4 };

const timeSent: Omit<SortField, 'direction'> = { field: 'time_sent', kind: 'date' };

/** Sort keys as members spell them, letter case included (contract 1.3), and what they compare (contract 6.4). */
const sortFields = new Map<string | undefined, Omit<SortField, 'direction'>>([
  ['id', { field: 'message_id', kind: 'text' }],
  ['message_id', { field: 'message_id', kind: 'text' }],
  ['message_type', { field: 'message_type', kind: 'text' }],
  ['status', { field: 'status', kind: { ranks: statusNumbers } }],
  ['modified', { field: 'last_modified', kind: 'date' }],
  ['time_of_failure', { field: 'time_of_failure', kind: 'date' }],
]);

/** Lists of failed messages (contract 6.4): by `time_sent` for any other key, descending unless asked exactly `asc`. */
export const failedMessages: SortedRows = {
  owner: {
    kind: 'failed-message',
    id: (row) => {
      const id = row.text('id');
      return id === undefined ? undefined : bareId(id);
    },
  },
  order: (sort, direction) =>
    byField({ ...(sortFields.get(sort) ?? timeSent), direction: direction === 'asc' ? 'asc' : 'desc' }),
  isLinked: true,
};
