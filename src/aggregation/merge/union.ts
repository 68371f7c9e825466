import type { JsonRow } from '../../json-text/json-row.js';
import type { MemberList, RowOwner } from './member-row.js';

/** Rows of all members in one list. */
export interface UnionRows {
  readonly owner?: RowOwner;
  /** Rows with equal keys appear once, the lead's first; rows without a key all stay. No de-duplication when absent. */
  key?(row: JsonRow): string | undefined;
  /** The row as callers see it, when that differs from the member's bytes. */
  edit?(row: JsonRow, memberKey: string): Buffer;
}

/** The members' rows one after another, in member order. */
export function unionRows(lists: readonly MemberList[], rules: UnionRows): readonly Buffer[] {
  const seen = new Set<string>();
  return lists.flatMap(({ memberKey, rows }) =>
    rows
      .filter((row) => {
        const key = rules.key?.(row);
        if (key === undefined) return true;
        const isNew = !seen.has(key);
        seen.add(key);
        return isNew;
      })
      .map((row) => rules.edit?.(row, memberKey) ?? row.bytes),
  );
}
