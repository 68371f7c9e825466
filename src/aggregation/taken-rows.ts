import type { Answer } from '../fan-out/outcome.js';
import { attributed } from '../fan-out/read-answer.js';
import type { JsonRow } from '../json-text/json-row.js';
import { RowReader } from '../json-text/row-reader.js';
import { UnusableRows } from '../json-text/unusable-rows.js';
import type { Order } from './merge/compare.js';
import { BrokenList, mergeSortedPages } from './merge/sorted-page.js';
import type { SortedRows } from './merge/sorted-rows.js';
import { mergeDistinct } from './merge/top-window.js';

/** A row on the page and the member that sent it; no member for a row of the gateway's own. */
export interface PageRow {
  readonly memberKey: string | undefined;
  readonly row: JsonRow;
}

/** Which rows of the merged order are wanted. */
export interface Window {
  readonly firstRow: number;
  readonly perPage: number;
}

/**
 * The rows of a window of the merged lists.
 * @param own one more list, of the gateway's own rows
 * @throws UnusableRows naming the member whose list is broken
 */
export function takeRows(
  answered: readonly Answer[],
  merge: { readonly rule: SortedRows; readonly order: Order; readonly window: Window; readonly own?: Buffer },
): readonly PageRow[] {
  const { rule, order, window, own } = merge;
  const readers = answered.map((answer) => attributed(answer, () => new RowReader(answer.body)));
  if (own !== undefined) readers.push(new RowReader(own));
  try {
    const taken =
      rule.identity === undefined
        ? mergeSortedPages(readers, order, window)
        : mergeDistinct(readers, order, rule.identity).slice(window.firstRow, window.firstRow + window.perPage);
    return taken.map(({ list, row }) => ({ memberKey: answered[list]?.member.key, row }));
  } catch (fault) {
    const broken = fault instanceof BrokenList ? answered[fault.list] : undefined;
    if (broken === undefined || !(fault instanceof BrokenList)) throw fault;
    throw new UnusableRows(broken.member.key, fault.message);
  }
}

/** The row as callers see it. */
export function shownRow(rule: SortedRows, { memberKey, row }: PageRow): Buffer {
  return memberKey === undefined ? row.bytes : (rule.edit?.(row, memberKey) ?? row.bytes);
}
