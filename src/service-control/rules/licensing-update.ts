import type { JsonRow } from '../../json-text/json-row.js';
import { RowReader } from '../../json-text/row-reader.js';
import { joinRows } from '../../json-text/write.js';

/**
 * The body of `licensing/endpoints/update` with each name once, its last row. Members answer 500 to a name given twice,
 * some of them also when names differ in letter case only (licensing contract 3.2). Rows keep their bytes.
 * @throws JsonFault when the body is no array of objects
 */
export function eachNameOnce(body: Buffer): Buffer {
  const reader = new RowReader(body);
  const rows: JsonRow[] = [];
  for (let row = reader.next(); row !== undefined; row = reader.next()) rows.push(row);
  const last = new Map(rows.map((row) => [nameOf(row), row]));
  const kept = rows.filter((row) => last.get(nameOf(row)) === row);
  return kept.length === rows.length ? body : joinRows(kept.map(({ bytes }) => bytes));
}

/** A row without a name is left to the members, who refuse it. */
function nameOf(row: JsonRow): string | JsonRow {
  return row.text('name')?.toLowerCase() ?? row;
}
