import { unhandledException } from '../http/reply.js';
import { deterministicGuid } from './deterministic-guid.js';
import type { Direction } from './message-order.js';
import { type MessageRow, viewStatuses } from './message-row.js';
import { Instead } from './outcome.js';
import { ordinal, type Persister } from './persister.js';

type SortValue = string | bigint | undefined;
type ValueOf = (row: MessageRow) => SortValue;

export interface RowOrder {
  readonly sort: string;
  readonly direction: Direction;
  readonly tieSeed: string;
}

const timeSent: ValueOf = (row) => row.timeSent?.ticks;
const shownStatus: ValueOf = (row) => BigInt(viewStatuses.indexOf(row.status) + 1);

/** Order of a store's own page (contract 8.3): keys that it does not have mean `time_sent`. */
export function sortInStore(
  rows: readonly MessageRow[],
  persister: Persister,
  { sort, direction, tieSeed }: RowOrder,
): readonly MessageRow[] {
  const valueOf = storeValues(persister)[sort] ?? timeSent;
  const sign = direction === 'asc' ? 1 : -1;
  const entries = rows.map((row) => {
    const tie = persister.tieKey(row.id);
    const isAccident = tie === undefined;
    return { row, value: valueOf(row), tie: tie ?? accident(tieSeed, row), tieSign: isAccident ? 1 : sign };
  });
  entries.sort((a, b) => sign * compare(a.value, b.value, persister.compareText) || a.tieSign * ordinal(a.tie, b.tie));
  return entries.map(({ row }) => row);
}

/** Order after merging: other comparisons than the store's, equal rows anyhow, and two keys that it does not know. */
export function sortMerged(rows: readonly MessageRow[], { sort, direction, tieSeed }: RowOrder): readonly MessageRow[] {
  if (sort === 'modified' || sort === 'time_of_failure') throw new Instead(unhandledException);
  const valueOf = mergedValues[sort] ?? timeSent;
  const sign = direction === 'asc' ? 1 : -1;
  const entries = rows.map((row) => ({ row, value: valueOf(row), tie: accident(`merge ${tieSeed}`, row) }));
  entries.sort((a, b) => sign * compare(a.value, b.value, ordinal) || ordinal(a.tie, b.tie));
  return entries.map(({ row }) => row);
}

const mergedValues: Readonly<Record<string, ValueOf>> = {
  id: (row) => row.messageId,
  message_id: (row) => row.messageId,
  message_type: (row) => row.messageType,
  status: shownStatus,
  processed_at: (row) => row.processedAt.ticks,
  critical_time: (row) => row.criticalTime,
  delivery_time: (row) => row.deliveryTime,
  processing_time: (row) => row.processingTime,
};

function storeValues(persister: Persister): Readonly<Record<string, ValueOf>> {
  const durations = persister.isEf ? {} : mergedValues;
  return {
    critical_time: durations.critical_time ?? timeSent,
    delivery_time: durations.delivery_time ?? timeSent,
    processing_time: durations.processing_time ?? timeSent,
    id: (row) => row.messageId,
    message_id: (row) => row.messageId,
    message_type: (row) => row.messageType,
    status: persister.isEf ? shownStatus : statusWithoutRetry,
    processed_at: (row) => row.processedAt.ticks,
  };
}

/** RavenDB's index counts an issued retry as the failure that it was. */
function statusWithoutRetry(row: MessageRow): SortValue {
  return row.status === 'retryIssued' ? 1n : shownStatus(row);
}

/** A missing value is the lowest. */
function compare(a: SortValue, b: SortValue, compareText: (a: string, b: string) => number): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (typeof a === 'string') return typeof b === 'string' ? compareText(a, b) : 1;
  return typeof b === 'string' ? -1 : a < b ? -1 : a > b ? 1 : 0;
}

/** Where an order that nothing decides happens to put a row. */
function accident(seed: string, row: MessageRow): string {
  return deterministicGuid(seed, row.id);
}
