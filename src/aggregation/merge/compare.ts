import type { JsonRow } from '../../json-text/json-row.js';
import { compareDates, compareTimespans } from './ticks.js';

/** As for `Array.sort`; 0 leaves two rows in member order. */
export interface Order {
  (left: JsonRow, right: JsonRow): number;
  /** What two rows are compared by, so that a merge reads it once per row. */
  readonly keys?: {
    of(row: JsonRow): string | undefined;
    compare(left: string | undefined, right: string | undefined): number;
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
 * The order by one field, rows without it lowest (decision 10). There is no tie-breaker on purpose: members' own ties
 * cannot be reproduced (contract 7.4), so equal rows stay in member order and each member keeps its own order.
 */
export function byField({ field, kind, direction }: SortField): Order {
  const path = typeof field === 'string' ? [field] : field;
  const compare = comparison(kind);
  const sign = direction === 'asc' ? 1 : -1;
  const keys = {
    of: (row: JsonRow) => read(row, path, kind),
    compare: (left: string | undefined, right: string | undefined) => {
      if (left === undefined || right === undefined)
        return sign * (Number(left !== undefined) - Number(right !== undefined));
      return sign * compare(left, right);
    },
  };
  return Object.assign((left: JsonRow, right: JsonRow) => keys.compare(keys.of(left), keys.of(right)), { keys });
}

function read(row: JsonRow, path: readonly string[], kind: SortKind): string | undefined {
  return kind === 'number' ? row.number(...path) : row.text(...path);
}

function comparison(kind: SortKind): (left: string, right: string) => number {
  if (kind === 'date') return compareDates;
  if (kind === 'timespan') return compareTimespans;
  if (kind === 'number') return (left, right) => Number(left) - Number(right);
  if (kind === 'text') return compareTexts;
  const ranks = new Map(Object.entries(kind.ranks));
  return (left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0);
}

/** Without regard to letter case, as RavenDB's terms and the usual database collations do (contract 7.1). */
function compareTexts(left: string, right: string): number {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  return a < b ? -1 : Number(a > b);
}
