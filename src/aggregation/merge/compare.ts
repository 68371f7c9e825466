import type { JsonRow } from '../../json-text/json-row.js';
import { compareKeys, type SortKey } from './sort-key.js';
import { sortableDate, timespanTicks } from './ticks.js';

/** As for `Array.sort`; 0 leaves two rows in member order. */
export interface Order {
  (left: JsonRow, right: JsonRow): number;
  /** What two rows are compared by, so that a merge reads it once per row. */
  readonly keys?: {
    of(row: JsonRow): SortKey | undefined;
    compare(left: SortKey | undefined, right: SortKey | undefined): number;
  };
}

export type SortKind = 'date' | 'timespan' | 'text' | 'number' | { readonly ranks: Readonly<Record<string, number>> };

/** The field that a list is sorted by. */
export interface SortField {
  readonly field: string | readonly string[];
  readonly kind: SortKind;
  readonly direction: 'asc' | 'desc';
}

/**
 * The order by one field; rows without it, or with something else than its kind there, are lowest (decision 10). There
 * is no tie-breaker on purpose: members' own ties cannot be reproduced (contract 7.4), so equal rows stay in member order
 * and each member keeps its own order.
 */
export function byField({ field, kind, direction }: SortField): Order {
  const path = typeof field === 'string' ? [field] : field;
  const keyOf = sortKey(kind);
  const keys = {
    of: (row: JsonRow) => {
      const value = kind === 'number' ? row.number(...path) : row.text(...path);
      return value === undefined ? undefined : keyOf(value);
    },
    compare: direction === 'asc' ? compareKeys : compareDescending,
  };
  return Object.assign((left: JsonRow, right: JsonRow) => keys.compare(keys.of(left), keys.of(right)), { keys });
}

function compareDescending(left: SortKey | undefined, right: SortKey | undefined): number {
  return compareKeys(right, left);
}

function sortKey(kind: SortKind): (value: string) => SortKey | undefined {
  if (kind === 'date') return sortableDate;
  if (kind === 'timespan') return timespanTicks;
  if (kind === 'number') return exactNumber;
  if (kind === 'text') return withoutCase;
  const ranks = new Map(Object.entries(kind.ranks));
  return (value) => ranks.get(value) ?? 0;
}

/** Whole numbers beyond 2^53 differ in digits that a double does not have. */
function exactNumber(text: string): SortKey {
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

/**
 * Without regard to letter case. RavenDB lower-cases its terms and SQL Server's usual collations do not tell cases apart
 * (contract 7.1); a PostgreSQL collation that does is not known from outside, and its members keep their own order.
 */
function withoutCase(text: string): string {
  return text.toLowerCase();
}
