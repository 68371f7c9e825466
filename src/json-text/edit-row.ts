import { rawFields, type JsonRow } from './json-row.js';

/**
 * An object with the JSON text of some top-level keys replaced where they stand, missing ones appended, and those given
 * as undefined removed; every other byte stays.
 */
export function editRow(row: JsonRow, edits: Readonly<Record<string, string | Buffer | undefined>>): Buffer {
  const { source } = row;
  const kept: Buffer[] = [];
  const done = new Set<string>();
  for (const field of rawFields(row)) {
    const key = field.key();
    if (!Object.hasOwn(edits, key)) {
      kept.push(source.subarray(field.keyStart, field.value.end));
      continue;
    }
    const edit = edits[key];
    if (edit === undefined || done.has(key)) continue;
    done.add(key);
    kept.push(Buffer.concat([source.subarray(field.keyStart, field.value.start), Buffer.from(edit)]));
  }
  for (const [key, edit] of Object.entries(edits)) {
    if (edit === undefined || done.has(key)) continue;
    kept.push(Buffer.concat([Buffer.from(`${JSON.stringify(key)}:`), Buffer.from(edit)]));
  }
  return Buffer.concat([
    Buffer.from('{'),
    ...kept.flatMap((field, at) => (at === 0 ? [field] : [Buffer.from(','), field])),
    Buffer.from('}'),
  ]);
}
