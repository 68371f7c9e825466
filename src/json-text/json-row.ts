import { ValueChecker } from './check-value.js';
import { decodeString } from './decode-string.js';
import { fieldPositions, isKeyAt, keyAt, type FieldPositions } from './field-positions.js';
import { JsonFault } from './json-fault.js';
import { skipBlanks, skipValue, withoutMark } from './scan.js';

/**
 * One JSON value inside a bigger buffer, its bytes untouched; reads decode what is asked for and nothing else. Of equal
 * keys the last counts, as for `JSON.parse`: with the first one a row could be sorted by another value than the caller's
 * parser shows.
 *
 * The text must be whole JSON, as every row from `readDocument` and `RowReader` is. Reads do not check it again.
 */
export class JsonRow {
  private positions: FieldPositions | undefined;

  /** @param positions where the fields are, when whoever found the row saw them on the way; else the first read looks */
  constructor(
    readonly source: Buffer,
    readonly start: number,
    readonly end: number,
    positions?: FieldPositions,
  ) {
    this.positions = positions;
  }

  /** The value's own bytes, not a copy. */
  get bytes(): Buffer {
    return this.source.subarray(this.start, this.end);
  }

  /** The value at a path of keys; undefined when a key is absent or stands in no object. */
  at(...path: readonly string[]): JsonRow | undefined {
    let here: JsonRow | undefined = this;
    for (const key of path) here = here?.member(key);
    return here;
  }

  /** The JSON text of the value at a path; undefined when it is absent. */
  raw(...path: readonly string[]): Buffer | undefined {
    return this.at(...path)?.bytes;
  }

  /** The decoded string at a path; undefined when it is absent or no string. */
  text(...path: readonly string[]): string | undefined {
    const value = this.at(...path);
    return value?.source[value.start] === 0x22 ? decodeString(value.source, value.start, value.end) : undefined;
  }

  /** The number's own text: `1E-05`, `9223372036854775807`. */
  number(...path: readonly string[]): string | undefined {
    const value = this.at(...path);
    const first = value?.source[value.start];
    return first === 0x2d || (first !== undefined && first >= 0x30 && first <= 0x39)
      ? value?.bytes.toString('latin1')
      : undefined;
  }

  /** True or false at a path; undefined when it is absent or neither. */
  boolean(...path: readonly string[]): boolean | undefined {
    const value = this.at(...path);
    const first = value?.source[value.start];
    return first === 0x74 ? true : first === 0x66 ? false : undefined;
  }

  /** The object at a path; undefined when it is absent or no object. */
  object(...path: readonly string[]): JsonRow | undefined {
    const value = this.at(...path);
    return value?.source[value.start] === 0x7b ? value : undefined;
  }

  /** The elements of the array at a path; undefined when it is absent or no array. */
  array(...path: readonly string[]): JsonRow[] | undefined {
    const value = this.at(...path);
    return value?.source[value.start] === 0x5b ? elements(value) : undefined;
  }

  /** The fields of an object in their order, equal keys included. */
  *fields(): Iterable<{ readonly key: string; readonly value: JsonRow }> {
    const { source, fieldPositions: positions } = this;
    for (let at = 0; at < positions.length; at += 3) {
      const value = new JsonRow(source, positions[at + 1] as number, positions[at + 2] as number);
      yield { key: keyAt(source, positions[at] as number), value };
    }
  }

  /** Where the fields of an object are; of any other value none. */
  get fieldPositions(): FieldPositions {
    this.positions ??= fieldPositions(this.source, this.start);
    return this.positions;
  }

  private member(key: string): JsonRow | undefined {
    const { source, fieldPositions: positions } = this;
    for (let at = positions.length - 3; at >= 0; at -= 3) {
      if (isKeyAt(source, positions[at] as number, key))
        return new JsonRow(source, positions[at + 1] as number, positions[at + 2] as number);
    }
    return undefined;
  }
}

/**
 * One whole JSON value, with or without byte order mark and white space around it; everything in it is checked.
 * @throws JsonFault
 */
export function readDocument(body: Buffer): JsonRow {
  const text = withoutMark(body);
  const start = skipBlanks(text, 0);
  const positions: number[] = [];
  const end = new ValueChecker(text).valueEnd(start, positions);
  const behind = skipBlanks(text, end);
  if (behind !== text.length) throw new JsonFault('something follows the value', behind);
  return new JsonRow(text, start, end, positions);
}

function elements({ source, start }: JsonRow): JsonRow[] {
  const found: JsonRow[] = [];
  let at = skipBlanks(source, start + 1);
  if (source[at] === 0x5d) return found;
  for (;;) {
    const end = skipValue(source, at);
    found.push(new JsonRow(source, at, end));
    const behind = skipBlanks(source, end);
    if (source[behind] !== 0x2c) return found;
    at = skipBlanks(source, behind + 1);
  }
}
