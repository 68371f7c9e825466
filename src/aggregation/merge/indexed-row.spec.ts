import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDocument } from '../../json-text/json-row.js';
import { IndexedRow } from './indexed-row.js';

describe('IndexedRow', () => {
  it('reads what a plain row reads, for any document and any path', () => {
    const key = fc.constantFrom('a', 'b', '__proto__', 'ä', '"');
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.oneof(fc.jsonValue(), fc.dictionary(key, fc.jsonValue()))),
        fc.array(key, { maxLength: 3 }),
        (value, path) => {
          const row = readDocument(Buffer.from(JSON.stringify(value)));
          const indexed = IndexedRow.of(row);
          expect(indexed.raw(...path)?.toString()).toBe(row.raw(...path)?.toString());
          expect(indexed.text(...path)).toBe(row.text(...path));
          expect(indexed.number(...path)).toBe(row.number(...path));
          expect(indexed.bytes.equals(row.bytes)).toBe(true);
        },
      ),
    );
  });

  it('takes the last of equal keys, as a plain row does', () => {
    const row = readDocument(Buffer.from(' {"a":1,"\\u0061":2} '));
    expect([IndexedRow.of(row).number('a'), row.number('a')]).toEqual(['2', '2']);
  });

  it('reads bytes that are one value', () => {
    expect(IndexedRow.from(Buffer.from('{"a":{"b":"c"}}')).text('a', 'b')).toBe('c');
  });
});
