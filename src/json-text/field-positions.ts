import { decodeString } from './decode-string.js';
import { skipBlanks, skipString, skipValue } from './scan.js';

/** Where the fields of an object stand: the start of the key, the start and the end of the value, three numbers a field. */
export type FieldPositions = readonly number[];

/** The fields of the object that starts here in a checked text; of anything else there are none. */
export function fieldPositions(source: Buffer, start: number): FieldPositions {
  const positions: number[] = [];
  if (source[start] !== 0x7b) return positions;
  let key = skipBlanks(source, start + 1);
  while (source[key] === 0x22) {
    const colon = skipBlanks(source, skipString(source, key));
    const value = skipBlanks(source, colon + 1);
    const end = skipValue(source, value);
    positions.push(key, value, end);
    const behind = skipBlanks(source, end);
    if (source[behind] !== 0x2c) break;
    key = skipBlanks(source, behind + 1);
  }
  return positions;
}

/** The key that starts here. */
export function keyAt(source: Buffer, start: number): string {
  return decodeString(source, start, skipString(source, start));
}

/** Whether the key that starts here reads so, however it is spelled: `"id"` and `"\u0069d"` are one key. */
export function isKeyAt(source: Buffer, start: number, key: string): boolean {
  for (let index = 0; ; index += 1) {
    const byte = source[start + 1 + index];
    if (byte === 0x22) return index === key.length;
    // As far as here it is spelled as it reads; from here on it may not be.
    if (byte === undefined || byte === 0x5c || byte > 0x7f) return keyAt(source, start) === key;
    if (byte !== key.charCodeAt(index)) return false;
  }
}
