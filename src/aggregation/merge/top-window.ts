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
  const all = Array.from(interleave(lists, order), (taken) => ({ taken, key: identity(taken.row) }));
  const shown = new Map<string, TakenRow>();
  for (const { taken, key } of all) {
    const known = shown.get(key);
    if (known === undefined || taken.list < known.list) shown.set(key, taken);
  }
  return all.filter(({ taken, key }) => shown.get(key) === taken).map(({ taken }) => taken);
}

/** A message is one thing per receiving endpoint: failed on one member and audited on another it shows once. */
export function messageIdentity(row: JsonRow): string {
  return `${row.text('receiving_endpoint', 'name') ?? ''}-${row.text('message_id') ?? ''}`;
}
