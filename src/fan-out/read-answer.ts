import { JsonFault } from '../json-text/json-fault.js';
import { readDocument, type JsonRow } from '../json-text/json-row.js';
import { RowReader } from '../json-text/row-reader.js';
import { UnusableRows } from '../json-text/unusable-rows.js';
import type { Answer } from './outcome.js';

/**
 * One member's whole answer as one JSON value.
 * @throws UnusableRows when it is not JSON
 */
export function documentOf(answer: Answer): JsonRow {
  return attributed(answer, () => readDocument(answer.body));
}

/**
 * Every element of one member's list.
 * @throws UnusableRows when the list is broken somewhere
 */
export function rowsOf(answer: Answer, elements: 'objects' | 'any' = 'objects'): readonly JsonRow[] {
  return attributed(answer, () => {
    const reader = new RowReader(answer.body, { elements });
    const rows: JsonRow[] = [];
    for (let row = reader.next(); row !== undefined; row = reader.next()) rows.push(row);
    return rows;
  });
}

/** Runs a read and names the member when its JSON is broken. */
export function attributed<Result>({ member }: Answer, read: () => Result): Result {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof JsonFault) throw new UnusableRows(member.key, fault.message);
    throw fault;
  }
}
