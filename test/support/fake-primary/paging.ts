import { unhandledException } from '../http/reply.js';
import type { Direction } from './message-order.js';
import { Instead } from './outcome.js';
import type { Query } from './query.js';

export interface Page {
  readonly page: number;
  readonly perPage: number;
}

const sortKeys = new Set([
  'id',
  'message_id',
  'message_type',
  'status',
  'time_sent',
  'modified',
  'time_of_failure',
  'processed_at',
  'critical_time',
  'delivery_time',
  'processing_time',
]);

/** The hand-written binder of contract 1.3: nonsense makes it throw, which is a bare 500. There is no upper limit. */
export function readPage(query: Query): Page {
  return { page: pagingValue(query.all('page'), 1), perPage: pagingValue(query.all('per_page'), 50) };
}

export function pageOf<Row>(rows: readonly Row[], { page, perPage }: Page): readonly Row[] {
  const skipped = (page - 1) * perPage;
  // The stores take 32-bit numbers.
  if (skipped > int32Max) throw new Instead(unhandledException);
  return rows.slice(skipped, skipped + perPage);
}

/** Unknown keys fall back to `time_sent` and unknown directions to `desc`, both without a word. */
export function readSort(query: Query): { readonly sort: string; readonly direction: Direction } {
  const sort = query.text('sort') ?? '';
  const direction = query.text('direction');
  return { sort: sortKeys.has(sort) ? sort : 'time_sent', direction: direction === 'asc' ? 'asc' : 'desc' };
}

const int32Max = 2_147_483_647;

function pagingValue(values: readonly string[], otherwise: number): number {
  const text = values.join(',');
  if (values.length === 0) return otherwise;
  if (!/^\s*[+-]?\d+\s*$/.test(text)) throw new Instead(unhandledException);
  const value = Number(text);
  if (value > int32Max || value < -int32Max - 1) throw new Instead(unhandledException);
  return value > 0 ? value : otherwise;
}
