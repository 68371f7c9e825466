import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyObject, anyValue } from '../../test/support/json-texts.js';
import { JsonFault } from './json-fault.js';
import { readDocument } from './json-row.js';

const row = (text: string) => readDocument(Buffer.from(text));

describe('JsonRow', () => {
  it('reads every key as JSON.parse does, the last of equal ones', () => {
    fc.assert(
      fc.property(anyObject, ({ text, value }) => {
        const read = row(text);
        for (const [key, expected] of Object.entries(value as Record<string, unknown>)) {
          expect(JSON.parse(read.raw(key)?.toString() ?? '')).toEqual(expected);
          expect(read.text(key)).toBe(typeof expected === 'string' ? expected : undefined);
          expect(read.boolean(key)).toBe(typeof expected === 'boolean' ? expected : undefined);
          expect(read.number(key) === undefined).toBe(typeof expected !== 'number');
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it('lists the fields that JSON.parse finds', () => {
    fc.assert(
      fc.property(anyObject, ({ text, value }) => {
        const listed = [...row(text).fields()].map(
          ({ key, value: field }) => [key, JSON.parse(field.bytes.toString())] as const,
        );
        expect(Object.fromEntries(listed)).toEqual({ ...value });
      }),
      { numRuns: 3_000 },
    );
  });

  it('says that a key is absent', () => {
    expect(row('{"a":{"id":1}}').raw('id')).toBeUndefined();
    expect(row('{"a":1}').text('a', 'b')).toBeUndefined();
    expect(row('[1]').raw('0')).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString'])('knows no inherited key %s', (key) => {
    expect(row('{}').raw(key)).toBeUndefined();
    expect(row(`{"${key}":"own"}`).text(key)).toBe('own');
  });

  it('reads along a path', () => {
    expect(row('{"a":{"b":{"c":"found"}},"c":"not this"}').text('a', 'b', 'c')).toBe('found');
  });

  it.each(['9223372036854775807', '1E-05', '1.10', '-0', '123456789012345678901234567890'])(
    'keeps the spelling of %s',
    (number) => {
      expect(row(`{"n":${number}}`).number('n')).toBe(number);
    },
  );

  it('lists the elements of an array', () => {
    expect(
      row('{"a":[1,"b",{"c":[]}]}')
        .array('a')
        ?.map(({ bytes }) => bytes.toString()),
    ).toEqual(['1', '"b"', '{"c":[]}']);
  });
});

describe('readDocument', () => {
  it('takes any JSON, behind a byte order mark and between blanks', () => {
    fc.assert(
      fc.property(anyValue, ({ text, value }) => {
        expect(JSON.parse(row(`\ufeff \n${text}\t`).bytes.toString())).toEqual(value);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(['', ' ', '{', '{"a":1}}', '{"a":1} 2', 'nope', '{"a":01}', '{"a":"\u0001"}', "{'a':1}", '[1,]'])(
    'refuses %j',
    (text) => {
      expect(() => row(text)).toThrow(JsonFault);
    },
  );
});
