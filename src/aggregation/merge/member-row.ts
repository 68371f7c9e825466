import type { JsonRow } from '../../json-text/json-row.js';

/** One row and the member that sent it. */
export interface MemberRow {
  readonly memberKey: string;
  readonly row: JsonRow;
}

/** All rows of one member's answer, in its order. Lists of several members come in member order, the lead first. */
export interface MemberList {
  readonly memberKey: string;
  readonly rows: readonly JsonRow[];
}

/** What an owner cache learns from listed rows. */
export interface RowOwner {
  /** The kind of record, as in the owner cache: `failed-message`. */
  readonly kind: string;
  /** The record's id in its one canonical spelling; undefined when the row names none. */
  id(row: JsonRow): string | undefined;
}
