import type { Order } from './compare.js';
import { interleave, type RowSource, type TakenRow } from './sorted-page.js';

/**
 * The first rows of message lists: best head first; of rows about one message at one endpoint the first list's wins,
 * as when a member merges its audit instances (contract 8.4, decision 14).
 */
export function mergeTopWindow(lists: readonly RowSource[], order: Order, size: number): readonly TakenRow[] {
  const all = [...interleave(lists, order)];
  const winner = new Map<string, TakenRow>();
  for (const taken of all) {
    const key = identity(taken);
    const known = winner.get(key);
    if (known === undefined || taken.list < known.list) winner.set(key, taken);
  }
  return all.filter((taken) => winner.get(identity(taken)) === taken).slice(0, size);
}

function identity({ row }: TakenRow): string {
  return `${row.text('receiving_endpoint', 'name') ?? ''}-${row.text('message_id') ?? ''}`;
}
