import { isKeyAt } from './field-positions.js';
import { JsonRow } from './json-row.js';
import { quoteText } from './write.js';

const emptyObject = new JsonRow(Buffer.from('{}'), 0, 2);

/**
 * An object with the JSON text of some top-level keys replaced where they stand, missing ones appended, and those given
 * as undefined removed with one comma; every other byte stays. A key that is there twice is replaced or removed in both
 * places. Of a row that is no object nothing stays.
 */
export function editRow(row: JsonRow, edits: Readonly<Record<string, string | Buffer | undefined>>): Buffer {
  if (row.object() === undefined) return editRow(emptyObject, edits);
  const { source } = row;
  const pieces: Buffer[] = [];
  let copied = row.start;
  const replace = (from: number, to: number, ...texts: readonly (string | Buffer)[]): void => {
    pieces.push(source.subarray(copied, from), ...texts.map((text) => Buffer.from(text)));
    copied = to;
  };
  const missing = new Map(Object.entries(edits));
  const keys = [...missing.keys()];
  let kept = 0;
  let lastEnd = row.start + 1;
  const { fieldPositions: positions } = row;
  for (let at = 0; at < positions.length; at += 3) {
    const [start, value, end] = positions.slice(at, at + 3) as [number, number, number];
    // Fields in front were removed: the comma behind them goes too.
    if (kept === 0 && copied > row.start) replace(lastEnd, start);
    const key = keys.find((edited) => isKeyAt(source, start, edited));
    if (key !== undefined) missing.delete(key);
    const edit = key === undefined ? undefined : edits[key];
    if (key !== undefined && edit === undefined) replace(kept === 0 ? start : lastEnd, end);
    else kept += 1;
    if (edit !== undefined) replace(value, end, edit);
    lastEnd = end;
  }
  for (const [key, edit] of missing) {
    if (edit === undefined) continue;
    replace(lastEnd, lastEnd, `${kept === 0 ? '' : ','}${quoteText(key)}:`, edit);
    kept += 1;
  }
  pieces.push(source.subarray(copied, row.end));
  return Buffer.concat(pieces);
}
