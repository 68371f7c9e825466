import { byField } from '../../aggregation/merge/compare.js';
import type { SortedRows } from '../../aggregation/merge/sorted-rows.js';
import { editRow } from '../../json-text/edit-row.js';
import { quoteText } from '../../json-text/write.js';
import { prefixedId } from '../../routing/instance-id.js';

const newestEvent = byField({ field: 'raised_at', kind: 'date', direction: 'desc' });

/**
 * Event log items, the newest first. Members on a database number them 1, 2, 3, so the member is put before the id
 * (decision 18): no route takes such an id back, and ServicePulse renders two rows of one id wrongly.
 */
export const eventLog: SortedRows = {
  order: () => newestEvent,
  edit: (row, memberKey) => {
    const id = row.text('id');
    return id === undefined ? row.bytes : editRow(row, { id: quoteText(prefixedId(memberKey, id)) });
  },
};
