import { JsonFault } from './json-fault.js';

const quote = 0x22;
const backslash = 0x5c;
/** Up to here a byte loop is faster than starting a native search. */
const shortString = 48;

export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The first position at or after `at` that holds no white space. */
export function skipBlanks(text: Buffer, at: number): number {
  let position = at;
  while (isBlank(text[position])) position += 1;
  return position;
}

/** The text without the byte order mark that .NET and editors may put in front. */
export function withoutMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}

/** The position behind the string that starts at `at`, in a text that was checked. */
export function skipString(text: Buffer, at: number): number {
  let position = at + 1;
  const inlineEnd = position + shortString;
  for (;;) {
    while (position < inlineEnd) {
      const byte = text[position];
      if (byte === quote) return position + 1;
      if (byte === undefined) throw new JsonFault('a string does not end', at);
      position += byte === backslash ? 2 : 1;
    }
    const next = text.indexOf(quote, position);
    if (next < 0) throw new JsonFault('a string does not end', at);
    if (!isEscaped(text, next, position)) return next + 1;
    position = next + 1;
  }
}

/** An odd number of backslashes in front, counted no further back than `from`, where no escape is open. */
function isEscaped(text: Buffer, at: number, from: number): boolean {
  let before = at - 1;
  while (before >= from && text[before] === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

/**
 * The position behind the value that starts at `at`, in a text that was checked: brackets are counted, strings are
 * skipped, depth costs no stack.
 */
export function skipValue(text: Buffer, at: number): number {
  const first = text[at];
  if (first === quote) return skipString(text, at);
  if (first !== 0x7b && first !== 0x5b) return skipScalar(text, at);
  let depth = 0;
  let position = at;
  for (;;) {
    const byte = text[position];
    if (byte === quote) {
      position = skipString(text, position);
      continue;
    }
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) return position + 1;
    } else if (byte === undefined) throw new JsonFault('a value does not end', at);
    position += 1;
  }
}

function skipScalar(text: Buffer, at: number): number {
  let end = at;
  for (let byte = text[end]; byte !== undefined && !isBlank(byte) && byte !== 0x2c && byte !== 0x7d && byte !== 0x5d;) {
    end += 1;
    byte = text[end];
  }
  return end;
}
