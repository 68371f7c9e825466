import { JsonFault } from '../../json-text/json-fault.js';
import type { JsonRow } from '../../json-text/json-row.js';
import type { Order } from './compare.js';
import type { SortKey } from './sort-key.js';

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
  if (page.perPage === 0) return taken;
  let position = 0;
  for (const head of interleave(lists, order)) {
    if (position >= page.firstRow) taken.push(head);
    position += 1;
    if (taken.length === page.perPage) break;
  }
  return taken;
}

/** A list's next row, and what it is compared by when the order can tell. */
interface Head extends TakenRow {
  readonly key: SortKey | undefined;
}

/** All rows, best head first. */
export function* interleave(lists: readonly RowSource[], order: Order): Iterable<TakenRow> {
  const compare = headOrder(order);
  const heads: Head[] = [];
  lists.forEach((source, list) => {
    const head = read(source, { list, order });
    if (head !== undefined) heads.push(head);
  });
  // Kept sorted: the lists are few, and most rows in a row come from the same neighbourhood.
  heads.sort(compare);
  while (heads.length > 0) {
    const best = heads.shift() as Head;
    yield best;
    const head = read(lists[best.list] as RowSource, { list: best.list, order });
    if (head !== undefined) insert(heads, head, compare);
  }
}

function insert(heads: Head[], head: Head, compare: (left: Head, right: Head) => number): void {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = heads[middle] as Head;
    const difference = compare(other, head);
    if (difference < 0 || (difference === 0 && other.list < head.list)) low = middle + 1;
    else high = middle;
  }
  heads.splice(low, 0, head);
}

function headOrder(order: Order): (left: Head, right: Head) => number {
  const { keys } = order;
  return keys === undefined
    ? (left, right) => order(left.row, right.row)
    : (left, right) => keys.compare(left.key, right.key);
}

/** A list's next head; a fault in its text breaks that list and not the merge. Rows that were given can be compared. */
function read(source: RowSource, { list, order }: { readonly list: number; readonly order: Order }): Head | undefined {
  try {
    const row = source.next();
    return row === undefined ? undefined : { list, row, key: order.keys?.of(row) };
  } catch (fault) {
    if (fault instanceof JsonFault) throw new BrokenList(list, fault);
    throw fault;
  }
}
