import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyDamage, anyObject, anyValue, damaged } from '../../test/support/json-texts.js';
import { JsonFault } from './json-fault.js';
import { JsonRow, readDocument } from './json-row.js';

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
      { numRuns: 3_000 },
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

  it.each([
    ['spelled with escapes', '{"\\u0069\\u0064":"this"}', 'id'],
    ['half spelled with escapes', '{"i\\u0064":"this"}', 'id'],
    ['in UTF-8', '{"größe":"this"}', 'größe'],
    ['that is empty', '{"":"this"}', ''],
    ['with a quote', '{"\\"":"this"}', '"'],
    ['that begins like another', '{"i":1,"id":"this","idx":2}', 'id'],
    ['that is there twice, as the last', '{"id":"not this","\\u0069d":"this"}', 'id'],
  ])('finds a key %s', (_name, text, key) => {
    expect(row(text).text(key)).toBe('this');
  });

  it('takes the bytes of one key for no other key', () => {
    expect(row('{"\u00e9":1}').raw(Buffer.from('\u00e9').toString('latin1'))).toBeUndefined();
  });

  it('reads a row that was made from positions alone', () => {
    const source = Buffer.from('{"outer":{"id":"a","list":[ {"id":1} , 2]}}');
    const inner = new JsonRow(source, 9, 42);
    expect(inner.text('id')).toBe('a');
    expect(inner.array('list')?.map(({ bytes }) => bytes.toString())).toEqual(['{"id":1}', '2']);
  });

  it('reads 10,000 levels deep', () => {
    const deep = `${'{"a":['.repeat(5_000)}1${']}'.repeat(5_000)}`;
    expect(row(deep).array('a')?.[0]?.array('a')?.length).toBe(1);
    expect(row(`{"x":${deep},"y":true}`).boolean('y')).toBe(true);
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

  it('refuses a damaged text exactly when JSON.parse does', () => {
    fc.assert(
      fc.property(anyValue, fc.array(anyDamage, { minLength: 5, maxLength: 5 }), ({ text }, damages) => {
        for (const damage of damages) {
          const body = damaged(Buffer.from(` ${text}\n`), damage);
          const parse = () => JSON.parse(body.toString().replace(/^\ufeff/, '')) as unknown;
          expect(isRead(() => readDocument(body))).toBe(isRead(parse));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['', ' ', '{', '{"a":1}}', '{"a":1} 2', 'nope', '{"a":01}', '{"a":"\u0001"}', "{'a':1}", '[1,]'])(
    'refuses %j',
    (text) => {
      expect(() => row(text)).toThrow(JsonFault);
    },
  );
});

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
