import { byField, type Order, type SortField } from '../../aggregation/merge/compare.js';
import type { SortedRows } from '../../aggregation/merge/sorted-rows.js';
import { messageIdentity } from '../../aggregation/merge/top-window.js';
import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { quoteText } from '../../json-text/write.js';
import { addInstanceId, prefixedId } from '../../routing/instance-id.js';
import { bareId } from '../../routing/owned-record.js';

/** By status the order is the one of members' own numbers. */
const statusNumbers = {
  failed: 1,
  repeatedFailure: 2,
  successful: 3,
  resolvedSuccessfully: 4,
  archivedFailure: 5,
  retryIssued: 6,
};

/** Rows of these come from the member's own store: their id is a failed message's, all others' an audit's (contract 4.4). */
const failures = new Set(['failed', 'repeatedFailure', 'resolvedSuccessfully', 'archivedFailure', 'retryIssued']);

const timeSent: Omit<SortField, 'direction'> = { field: 'time_sent', kind: 'date' };

/**
 * Sort keys and what members compare when they merge their audit instances (contract 8.3). For `modified` and
 * `time_of_failure` members answer 500; here they are unknown keys like others.
 */
const sortFields = new Map<string | undefined, Omit<SortField, 'direction'>>([
  ['status', { field: 'status', kind: { ranks: statusNumbers } }],
  ['processed_at', { field: 'processed_at', kind: 'date' }],
  ['critical_time', { field: 'critical_time', kind: 'timespan' }],
  ['delivery_time', { field: 'delivery_time', kind: 'timespan' }],
  ['processing_time', { field: 'processing_time', kind: 'timespan' }],
]);

const textFields = new Map<string | undefined, string>([
  ['id', 'message_id'],
  ['message_id', 'message_id'],
  ['message_type', 'message_type'],
]);

/** Failed and audited messages of members that merged their audit instances already (contract 8). */
export const messages: SortedRows = {
  owner: { kind: 'failed-message', id: failedMessageId },
  order: (sort, direction) => {
    const textField = textFields.get(sort);
    if (textField !== undefined) return ordinally(textField, direction === 'asc' ? 1 : -1);
    return byField({ ...(sortFields.get(sort) ?? timeSent), direction: direction === 'asc' ? 'asc' : 'desc' });
  },
  identity: messageIdentity,
  edit: nameMember,
  isLinked: true,
};

/** By code units, as members compare the texts of rows they have fetched; rows without the text lowest. */
function ordinally(field: string, sign: 1 | -1): Order {
  return (left, right) => {
    const [a, b] = [left.text(field), right.text(field)];
    if (a === undefined || b === undefined) return sign * (Number(a !== undefined) - Number(b !== undefined));
    return a < b ? -sign : a > b ? sign : 0;
  };
}

function failedMessageId(row: JsonRow): string | undefined {
  const id = row.text('id');
  return id !== undefined && failures.has(row.text('status') ?? '') ? bareId(id) : undefined;
}

/** Instance ids are equal on all containerised members, so the member is put before each (decision 18). */
function nameMember(row: JsonRow, memberKey: string): Buffer {
  const edits: Record<string, string> = {};
  const [instanceId, bodyUrl] = [row.text('instance_id'), row.text('body_url')];
  if (instanceId !== undefined) edits['instance_id'] = quoteText(prefixedId(memberKey, instanceId));
  if (bodyUrl !== undefined) edits['body_url'] = quoteText(addInstanceId(bodyUrl, memberKey));
  return Object.keys(edits).length === 0 ? row.bytes : editRow(row, edits);
}
