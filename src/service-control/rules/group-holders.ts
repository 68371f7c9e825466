import type { JsonRow } from '../../json-text/json-row.js';
import { RowReader } from '../../json-text/row-reader.js';
import { bareId } from '../../routing/owned-record.js';
import type { ListedRecord } from '../../routing/listed-owners.js';

/**
 * Which group commands a listed row allows at its member. Only rows of stored groups have `first`; a row that is there
 * because an operation has finished says nothing about messages, and retrying or archiving by it would poison the
 * member (contract 9.1, 9.3).
 */
export const failureGroupHolders: readonly ListedRecord[] = [
  { kind: 'failure-group', id: (row) => (isStored(row) ? idOf(row) : undefined) },
  { kind: 'unacknowledged-group', id: (row) => (awaitsAcknowledgement(row) ? idOf(row) : undefined) },
];

/** The same for groups of archived messages. */
export const archivedGroupHolders: readonly ListedRecord[] = [{ kind: 'archived-group', id: idOf }];

/** Whether a member's group list shows an operation on this group that waits to be acknowledged. */
export function showsUnacknowledged(body: Buffer, id: string): boolean {
  const reader = new RowReader(body);
  for (let row = reader.next(); row !== undefined; row = reader.next()) {
    if (awaitsAcknowledgement(row) && idOf(row) === bareId(id)) return true;
  }
  return false;
}

function idOf(row: JsonRow): string | undefined {
  const id = row.text('id');
  return id === undefined ? undefined : bareId(id);
}

function isStored(row: JsonRow): boolean {
  return row.raw('first') !== undefined && row.number('count') !== '0';
}

function awaitsAcknowledgement(row: JsonRow): boolean {
  return row.boolean('need_user_acknowledgement') === true;
}
