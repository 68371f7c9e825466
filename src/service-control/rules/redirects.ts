import { firstRow, type KeyedRows } from '../../aggregation/merge/merge-by-key.js';
import type { JsonRow } from '../../json-text/json-row.js';

/** Members order addresses as people read them, not by code units (contract 12.5). */
const linguistic = new Intl.Collator('en');

/**
 * Redirects of all members: one row where members agree in every field, else each member's own (decision 28). By the
 * address redirected from, or to when asked exactly so; descending unless asked exactly `asc`.
 */
export const redirects: KeyedRows = {
  owner: { kind: 'redirect', id: (row) => row.text('message_redirect_id')?.toLowerCase() },
  key: everyField,
  combine: firstRow,
  order: (sort, direction) => {
    const field = sort === 'to_physical_address' ? sort : 'from_physical_address';
    const sign = direction === 'asc' ? 1 : -1;
    return (left, right) => sign * linguistic.compare(left.text(field) ?? '', right.text(field) ?? '');
  },
};

/** The row's fields whatever their order and spacing; undefined for a row without an id. */
function everyField(row: JsonRow): string | undefined {
  if (row.text('message_redirect_id') === undefined) return undefined;
  const fields = [...row.fields()].map(({ key, value }) => [key, value.text() ?? value.bytes] as const);
  return JSON.stringify(fields.sort(([left], [right]) => (left < right ? -1 : 1)));
}
