import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { UnusableRows } from '../../json-text/unusable-rows.js';
import type { Order } from './compare.js';
import type { FieldRule } from './field-rules.js';
import { IndexedRow } from './indexed-row.js';
import type { MemberList, MemberRow, RowOwner } from './member-row.js';

/** Rows that several members send about one thing, and how they become one row. */
export interface KeyedRows {
  readonly owner?: RowOwner;
  /** What two rows must have in common to be about one thing; undefined makes the member's answer unusable. */
  key(row: JsonRow): string | undefined;
  /** Makes one row of at least two, given in member order, the lead first. */
  combine(rows: readonly MemberRow[]): Combined;
  /** Order of the merged rows for the caller's `sort` and `direction`; order of first appearance when absent. */
  order?(sort: string | undefined, direction: string | undefined): Order;
  /** How many of the ordered rows stay, and which of them count. */
  readonly limit?: RowLimit;
  /** A row that callers cannot do without; added when no member sends one with its key. */
  readonly always?: { readonly key: string; readonly bytes: Buffer };
}

/** At most `rows` of those that count; rows that do not count all stay. */
export interface RowLimit {
  readonly rows: number;
  counts(row: JsonRow): boolean;
}

/** A merged row and the names of the fields on which members contradict each other. */
export interface Combined {
  readonly bytes: Buffer;
  readonly disputed: readonly string[];
}

/** A field on which members contradict each other, for the log. */
export interface Conflict {
  readonly key: string;
  readonly field: string;
  readonly memberKeys: readonly string[];
}

export interface MergedRows {
  readonly rows: readonly Buffer[];
  readonly conflicts: readonly Conflict[];
  /** Rows there were before the limit. */
  readonly total: number;
}

/** The caller's own words for the order. */
export interface AskedOrder {
  readonly sort?: string | undefined;
  readonly direction?: string | undefined;
}

/** The fields a rule computes; all others are the first row's. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/**
 * One row per key. A row that only one member sends keeps its bytes; of several, the first row's bytes are kept and only
 * the fields that came out differently are replaced.
 * @throws UnusableRows for a row without a key
 */
export function mergeByKey(lists: readonly MemberList[], rules: KeyedRows, asked: AskedOrder = {}): MergedRows {
  const conflicts: Conflict[] = [];
  const groups = groupByKey(lists, rules);
  const merged = [...groups].map(([key, rows]) => {
    const [only, ...others] = rows;
    if (only !== undefined && others.length === 0) return only.row;
    const { bytes, disputed } = rules.combine(rows);
    const memberKeys = rows.map(({ memberKey }) => memberKey);
    for (const field of disputed) conflicts.push({ key, field, memberKeys });
    return IndexedRow.from(bytes);
  });
  if (rules.always !== undefined && !groups.has(rules.always.key)) merged.push(IndexedRow.from(rules.always.bytes));
  const order = rules.order?.(asked.sort, asked.direction);
  if (order !== undefined) merged.sort(order);
  const kept = rules.limit === undefined ? merged : limited(merged, rules.limit);
  return { rows: kept.map((row) => row.bytes), conflicts, total: merged.length };
}

/** A `combine` for things that members do not share: the first row counts, as it is. */
export function firstRow([first]: readonly MemberRow[]): Combined {
  if (first === undefined) throw new Error('there is nothing to combine');
  return { bytes: first.row.bytes, disputed: [] };
}

/** A `combine` that computes some fields one by one. */
export function fieldByField(fields: FieldRules): (rows: readonly MemberRow[]) => Combined {
  return (rows) => combineFields(rows, fields);
}

/** The first row with the given fields combined over all rows. */
export function combineFields(rows: readonly MemberRow[], fields: FieldRules): Combined {
  const base = rows[0]?.row;
  if (base === undefined) throw new Error('there is nothing to combine');
  const edits: Record<string, Buffer | undefined> = {};
  const disputed: string[] = [];
  for (const [field, rule] of Object.entries(fields)) {
    const value = rule(field, rows);
    if (value !== undefined && !Buffer.isBuffer(value)) disputed.push(field);
    const json = value === undefined || Buffer.isBuffer(value) ? value : value.chosen;
    if (!sameBytes(json, base.raw(field))) edits[field] = json;
  }
  return { bytes: Object.keys(edits).length === 0 ? base.bytes : editRow(base, edits), disputed };
}

function groupByKey(lists: readonly MemberList[], rules: KeyedRows): ReadonlyMap<string, readonly MemberRow[]> {
  const groups = new Map<string, MemberRow[]>();
  for (const { memberKey, rows } of lists) {
    for (const read of rows) {
      const row = IndexedRow.of(read);
      const key = rules.key(row);
      if (key === undefined) throw new UnusableRows(memberKey, 'a row has no key');
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [{ memberKey, row }]);
      else group.push({ memberKey, row });
    }
  }
  return groups;
}

function limited(rows: readonly JsonRow[], limit: RowLimit): readonly JsonRow[] {
  let counted = 0;
  return rows.filter((row) => {
    if (!limit.counts(row)) return true;
    counted += 1;
    return counted <= limit.rows;
  });
}

function sameBytes(left: Buffer | undefined, right: Buffer | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return left.equals(right);
}
