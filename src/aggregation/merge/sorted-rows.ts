import type { JsonRow } from '../../json-text/json-row.js';
import type { Order } from './compare.js';
import type { RowOwner } from './member-row.js';

/** A paged list that every member sorts alike: how its rows are ordered, found again and shown. */
export interface SortedRows {
  readonly owner?: RowOwner;
  /** The order members use for the caller's `sort` and `direction`; unknown values fall back as members' do. */
  order(sort: string | undefined, direction: string | undefined): Order;
  /** Members send `Link` for this list (contract 1.6). */
  readonly isLinked?: boolean;
  /** What two rows about one thing have in common; of such rows the first member's is shown (decision 14). */
  identity?(row: JsonRow): string;
  /** The row as callers see it, when that differs from the member's bytes. */
  edit?(row: JsonRow, memberKey: string): Buffer;
}
