import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyDamage, anyValue, damaged, tokenSoup } from '../../test/support/json-texts.js';
import { ValueChecker } from './check-value.js';
import { JsonFault } from './json-fault.js';

/** Whether the text is one value and nothing else. */
function accepts(text: Buffer): boolean {
  try {
    return new ValueChecker(text).valueEnd(0) === text.length;
  } catch (fault) {
    if (fault instanceof JsonFault) return false;
    throw fault;
  }
}

/** As `accepts`, by the parser that callers use; a checker is not asked about blanks around a value. */
function parses(text: Buffer): boolean {
  try {
    JSON.parse(text.toString());
  } catch {
    return false;
  }
  return !/^[\ufeff \t\r\n]|[ \t\r\n]$/.test(text.toString());
}

describe('ValueChecker', () => {
  it('accepts what JSON.parse accepts', () => {
    fc.assert(
      fc.property(anyValue, ({ text }) => {
        expect(accepts(Buffer.from(text))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts a damaged text exactly when JSON.parse does', () => {
    fc.assert(
      fc.property(anyValue, fc.array(anyDamage, { minLength: 10, maxLength: 10 }), ({ text }, damages) => {
        for (const damage of damages) {
          const body = damaged(Buffer.from(text), damage);
          expect(accepts(body)).toBe(parses(body));
        }
      }),
      { numRuns: 4_000 },
    );
  });

  it('accepts pieces of JSON in any order exactly when JSON.parse does', () => {
    fc.assert(
      fc.property(tokenSoup, (body) => {
        expect(accepts(body)).toBe(parses(body));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each(['"', '\\', '\u0000', '\u001f', '\t', '\u007f', '\u0080', '\u00ff'])(
    'sees %j in a string of any length at any place, however the text lies in memory',
    (character) => {
      for (let length = 1; length <= 12; length += 1) {
        for (let place = 0; place < length; place += 1) {
          const string = `"${'a'.repeat(place)}${character}${'a'.repeat(length - place - 1)}"`;
          for (let offset = 0; offset < 4; offset += 1) {
            const body = Buffer.from(' '.repeat(offset) + string, 'latin1').subarray(offset);
            expect(accepts(body)).toBe(parses(body));
          }
        }
      }
    },
  );

  it('looks at nothing behind the value', () => {
    expect(new ValueChecker(Buffer.from('{"a":1} nonsense')).valueEnd(0)).toBe(7);
    expect(new ValueChecker(Buffer.from('x[1]]]')).valueEnd(1)).toBe(4);
  });

  it('gives the positions of the fields of an object, not of what is in them', () => {
    const fields: number[] = [];
    new ValueChecker(Buffer.from('{ "a" : {"x":[{"y":1}]} , "b":2}')).valueEnd(0, fields);
    expect(fields).toEqual([2, 8, 23, 26, 30, 31]);
    const none: number[] = [];
    new ValueChecker(Buffer.from('[{"a":1},{"b":{"c":2}}]')).valueEnd(0, none);
    expect(none).toEqual([]);
  });

  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('walks %s 100,000 levels deep', (_name, open, close) => {
    const text = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
    expect(new ValueChecker(Buffer.from(text)).valueEnd(0)).toBe(text.length);
    expect(() => new ValueChecker(Buffer.from(text.slice(0, -1))).valueEnd(0)).toThrow(JsonFault);
  });

  it.each([
    ['{"a":"b\u0001"}', 'a control character inside a string at byte 7'],
    ['{"a":"\\x"}', 'an escape that JSON does not have at byte 6'],
    ['{"a":"\\u12g4"}', 'an escape without four hexadecimal digits at byte 6'],
    ['{"a":NaN}', 'a value was expected at byte 5'],
    ['{"a":1,}', 'a key was expected at byte 7'],
    ['{"a" 1}', 'a colon was expected at byte 5'],
    ['[1 2]', 'a comma or a closing bracket was expected at byte 3'],
    ['{"a":1]', 'a comma or a closing bracket was expected at byte 6'],
    ['["a', 'a string does not end at byte 1'],
    ['[1,', 'a value does not end at byte 3'],
  ])('says what is wrong with %j and where', (text, message) => {
    expect(() => new ValueChecker(Buffer.from(text)).valueEnd(0)).toThrow(message);
  });
});
