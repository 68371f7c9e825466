import { byField, type SortField } from '../../aggregation/merge/compare.js';
import type { SortedRows } from '../../aggregation/merge/sorted-rows.js';
import { bareId } from '../../routing/owned-record.js';

const sortFields: Readonly<Record<string, Omit<SortField, 'direction'>>> = {
  id: { field: 'message_id', kind: 'text' },
  message_id: { field: 'message_id', kind: 'text' },
  message_type: { field: 'message_type', kind: 'text' },
  status: { field: 'status', kind: { ranks: { unresolved: 1, resolved: 2, retryIssued: 3, archived: 4 } } },
  modified: { field: 'last_modified', kind: 'date' },
  time_of_failure: { field: 'time_of_failure', kind: 'date' },
};

/** Lists of failed messages: sort keys of contract 6.4, everything else falls to `time_sent`; newest first unless `asc`. */
export const failedMessages: SortedRows = {
  owner: {
    kind: 'failed-message',
    id: (row) => {
      const id = row.text('id');
      return id === undefined ? undefined : bareId(id);
    },
  },
  order: (sort, direction) =>
    byField({
      ...((Object.hasOwn(sortFields, sort ?? '') ? sortFields[sort ?? ''] : undefined) ?? {
        field: 'time_sent',
        kind: 'date',
      }),
      direction: direction === 'asc' ? 'asc' : 'desc',
    }),
  isLinked: true,
};
