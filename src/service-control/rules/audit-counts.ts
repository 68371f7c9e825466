import { byField } from '../../aggregation/merge/compare.js';
import { sum } from '../../aggregation/merge/field-rules.js';
import { fieldByField, type KeyedRows } from '../../aggregation/merge/merge-by-key.js';
import { ticksOf } from '../../aggregation/merge/ticks.js';

const oldestDay = byField({ field: 'utc_date', kind: 'date', direction: 'asc' });

/** Audited messages per day, added up; the oldest day first (contract 8.6). */
export const auditCounts: KeyedRows = {
  // One day can be spelled in two ways: with and without an offset.
  key: (row) => {
    const date = row.text('utc_date');
    return date === undefined ? undefined : (ticksOf(date)?.toString() ?? date);
  },
  combine: fieldByField({ count: sum }),
  order: () => oldestDay,
};
