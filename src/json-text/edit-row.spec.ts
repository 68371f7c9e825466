import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyObject, anyValue } from '../../test/support/json-texts.js';
import { editRow } from './edit-row.js';
import { readDocument } from './json-row.js';

const edited = (text: string, edits: Record<string, string | undefined>): string =>
  editRow(readDocument(Buffer.from(text)), edits).toString();

describe('editRow', () => {
  it('gives what assigning to the parsed object gives', () => {
    const key = fc.oneof(fc.constantFrom('id', 'time_sent', 'new'), fc.string());
    fc.assert(
      fc.property(
        anyObject,
        fc.array(fc.tuple(key, fc.option(anyValue, { nil: undefined })), { maxLength: 3 }),
        ({ text, value }, edits) => {
          const expected = new Map(Object.entries(value));
          for (const [name, edit] of edits) {
            if (edit === undefined) expected.delete(name);
            else expected.set(name, edit.value);
          }
          const texts = Object.fromEntries(edits.map(([name, edit]) => [name, edit?.text]));
          const wanted = new Map(Object.entries(value));
          for (const [name, edit] of Object.entries(texts)) {
            if (edit === undefined) wanted.delete(name);
            else wanted.set(name, JSON.parse(edit));
          }
          expect(new Map(Object.entries(JSON.parse(edited(text, texts)) as object))).toEqual(wanted);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['replaces in place and keeps everything around', '{ "a" : 1.10 , "b":"é" }', { a: '2' }, '{"a" : 2,"b":"é"}'],
    ['appends what is missing', '{"a":1}', { b: '"x"' }, '{"a":1,"b":"x"}'],
    ['fills an empty object', '{}', { b: '1' }, '{"b":1}'],
    ['removes', '{"a":1,"b":2}', { a: undefined }, '{"b":2}'],
    ['removes the last one', '{"a":1}', { a: undefined }, '{}'],
    ['leaves nested fields of the same name', '{"x":{"a":1},"a":1}', { a: '2' }, '{"x":{"a":1},"a":2}'],
    ['finds a key that is spelled with escapes', '{"\\u0061":1}', { a: '2' }, '{"\\u0061":2}'],
    ['replaces a key that is there twice once', '{"a":1,"a":2}', { a: '3' }, '{"a":3}'],
  ])('%s', (_name, text, edits, expected) => {
    expect(edited(text, edits)).toBe(expected);
  });
});
