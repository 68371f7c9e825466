import { JsonFault } from '../../json-text/json-fault.js';
import type { JsonRow } from '../../json-text/json-row.js';
import type { Order } from './compare.js';

/** Rows of one member, read as far as the merge needs them. */
export interface RowSource {
  next(): JsonRow | undefined;
}

/** A row on the page and the list it came from. */
export interface TakenRow {
  readonly list: number;
  readonly row: JsonRow;
}

/** One list proved unreadable; the merge is to be repeated without it. */
export class BrokenList extends Error {
  constructor(
    readonly list: number,
    cause: JsonFault,
  ) {
    super(cause.message, { cause });
    this.name = 'BrokenList';
  }
}

/**
 * One page of the interleaving that always takes the best head of the lists, the earlier list on a tie, and keeps each
 * list's own order. Every row of every list is in it exactly once, whatever the lists' order, so pages of one state
 * never skip or repeat a row; where the lists agree with the order, it is the global sort (decision 10).
 * @throws BrokenList
 */
export function mergeSortedPages(
  lists: readonly RowSource[],
  order: Order,
  page: { readonly firstRow: number; readonly perPage: number },
): readonly TakenRow[] {
  const taken: TakenRow[] = [];
  let position = 0;
  for (const head of interleave(lists, order)) {
    if (position >= page.firstRow) taken.push(head);
    position += 1;
    if (taken.length === page.perPage) break;
  }
  return taken;
}

/** All rows, best head first. */
export function* interleave(lists: readonly RowSource[], order: Order): Iterable<TakenRow> {
  const heads: TakenRow[] = [];
  lists.forEach((source, list) => {
    const row = read(source, list);
    if (row !== undefined) heads.push({ list, row });
  });
  // Kept sorted: the lists are few, and most rows in a row come from the same neighbourhood.
  const compare = attributing(order);
  heads.sort(compare);
  while (heads.length > 0) {
    const best = heads.shift() as TakenRow;
    yield best;
    const row = read(lists[best.list] as RowSource, best.list);
    if (row !== undefined) insert(heads, { list: best.list, row }, compare);
  }
}

function insert(heads: TakenRow[], head: TakenRow, compare: (left: TakenRow, right: TakenRow) => number): void {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = heads[middle] as TakenRow;
    const difference = compare(other, head);
    if (difference < 0 || (difference === 0 && other.list < head.list)) low = middle + 1;
    else high = middle;
  }
  heads.splice(low, 0, head);
}

/** Compares two heads; a row that cannot be read on the way breaks its own list, not the merge. */
function attributing(order: Order): (left: TakenRow, right: TakenRow) => number {
  return (left, right) => {
    try {
      return order(left.row, right.row);
    } catch (fault) {
      if (!(fault instanceof JsonFault)) throw fault;
      throw new BrokenList([left, right].find((head) => !isReadable(head.row, order))?.list ?? right.list, fault);
    }
  };
}

function isReadable(row: JsonRow, order: Order): boolean {
  try {
    order(row, row);
    return true;
  } catch {
    return false;
  }
}

function read(source: RowSource, list: number): JsonRow | undefined {
  try {
    return source.next();
  } catch (fault) {
    if (fault instanceof JsonFault) throw new BrokenList(list, fault);
    throw fault;
  }
}
