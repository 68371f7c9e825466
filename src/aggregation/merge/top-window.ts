import type { JsonRow } from '../../json-text/json-row.js';
import type { Order } from './compare.js';
import { interleave, type RowSource, type TakenRow } from './sorted-page.js';

/**
 * All rows, best head first, without doubles: of rows with one identity the first list's stays where it stands, as when
 * a member merges its audit instances (contract 8.4, decision 14).
 */
export function mergeDistinct(
  lists: readonly RowSource[],
  order: Order,
  identity: (row: JsonRow) => string,
): readonly TakenRow[] {
  const all = [...interleave(lists, order)];
  const keys = all.map(({ row }) => identity(row));
  const winners = new Map<string, TakenRow>();
  all.forEach((taken, at) => {
    const known = winners.get(keys[at] ?? '');
    if (known === undefined || taken.list < known.list) winners.set(keys[at] ?? '', taken);
  });
  return all.filter((taken, at) => winners.get(keys[at] ?? '') === taken);
}

/** A message is one thing per receiving endpoint: failed on one member and audited on another it shows once. */
export function messageIdentity(row: JsonRow): string {
  return `${row.text('receiving_endpoint', 'name') ?? ''}-${row.text('message_id') ?? ''}`;
}
