import { JsonFault } from './json-fault.js';
import { skipBlanks, skipString, skipValue } from './scan.js';

/** One JSON value inside a bigger buffer, its bytes untouched. Reads find the wanted key and parse nothing else. */
export class JsonRow {
  constructor(
    readonly source: Buffer,
    readonly start: number,
    readonly end: number,
  ) {}

  /** The value's own bytes, not a copy. */
  get bytes(): Buffer {
    return this.source.subarray(this.start, this.end);
  }

  /** The value at a path of keys; undefined when it is absent. Of equal keys the last counts, as for `JSON.parse`. */
  at(...path: readonly string[]): JsonRow | undefined {
    let here: JsonRow | undefined = this;
    for (const key of path) here = here?.member(key);
    return here;
  }

  raw(...path: readonly string[]): Buffer | undefined {
    return this.at(...path)?.bytes;
  }

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

  boolean(...path: readonly string[]): boolean | undefined {
    const text = this.at(...path)?.bytes;
    if (text === undefined || text.length > 5) return undefined;
    const word = text.toString('latin1');
    return word === 'true' ? true : word === 'false' ? false : undefined;
  }

  object(...path: readonly string[]): JsonRow | undefined {
    const value = this.at(...path);
    return value?.source[value.start] === 0x7b ? value : undefined;
  }

  array(...path: readonly string[]): JsonRow[] | undefined {
    const value = this.at(...path);
    if (value?.source[value.start] !== 0x5b) return undefined;
    return [...elements(value)];
  }

  *fields(): Iterable<{ readonly key: string; readonly value: JsonRow }> {
    for (const field of rawFields(this)) yield { key: field.key(), value: field.value };
  }

  private member(key: string): JsonRow | undefined {
    let found: JsonRow | undefined;
    for (const field of rawFields(this)) if (field.is(key)) found = field.value;
    return found;
  }
}

/** One whole JSON value with optional byte order mark and white space around it; everything in it is checked. */
export function readDocument(body: Buffer): JsonRow {
  const text = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
  try {
    JSON.parse(text.toString());
  } catch {
    throw new JsonFault('the text is not JSON', 0);
  }
  const start = skipBlanks(text, 0);
  return new JsonRow(text, start, skipValue(text, start));
}

interface RawField {
  readonly value: JsonRow;
  readonly keyStart: number;
  is(key: string): boolean;
  key(): string;
}

export function* rawFields({ source, start }: JsonRow): Iterable<RawField> {
  if (source[start] !== 0x7b) return;
  let at = skipBlanks(source, start + 1);
  while (source[at] !== 0x7d) {
    const keyStart = at;
    if (source[at] !== 0x22) throw new JsonFault('a key was expected', at);
    const keyEnd = skipString(source, at);
    at = skipBlanks(source, keyEnd);
    if (source[at] !== 0x3a) throw new JsonFault('a colon was expected', at);
    at = skipBlanks(source, at + 1);
    const end = skipValue(source, at);
    yield {
      value: new JsonRow(source, at, end),
      keyStart,
      is: (key) => keyEquals(source, keyStart, keyEnd, key),
      key: () => decodeString(source, keyStart, keyEnd),
    };
    at = skipBlanks(source, end);
    if (source[at] === 0x2c) at = skipBlanks(source, at + 1);
    else if (source[at] !== 0x7d) throw new JsonFault('a comma was expected', at);
  }
}

function* elements({ source, start }: JsonRow): Iterable<JsonRow> {
  let at = skipBlanks(source, start + 1);
  while (source[at] !== 0x5d) {
    const end = skipValue(source, at);
    yield new JsonRow(source, at, end);
    at = skipBlanks(source, end);
    if (source[at] === 0x2c) at = skipBlanks(source, at + 1);
    else if (source[at] !== 0x5d) throw new JsonFault('a comma was expected', at);
  }
}

function keyEquals(source: Buffer, start: number, end: number, key: string): boolean {
  if (end - start - 2 === key.length && source.toString('latin1', start + 1, end - 1) === key) return true;
  const text = source.subarray(start + 1, end - 1);
  return text.includes(0x5c) || text.some((byte) => byte > 0x7f) ? decodeString(source, start, end) === key : false;
}

function decodeString(source: Buffer, start: number, end: number): string {
  const text = source.toString('utf8', start + 1, end - 1);
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw new JsonFault('a string with a bad escape', start);
  }
}
