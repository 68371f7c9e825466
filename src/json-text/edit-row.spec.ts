import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyObject, anyValue } from '../../test/support/json-texts.js';
import { editRow } from './edit-row.js';
import { JsonRow, readDocument } from './json-row.js';

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

  it('leaves every byte between, before and behind what it replaces', () => {
    fc.assert(
      fc.property(anyObject, fc.nat(), anyValue, ({ text }, nth, edit) => {
        const row = readDocument(Buffer.from(text));
        const fields = [...row.fields()];
        fc.pre(fields.length > 0);
        const { key } = fields[nth % fields.length] as { readonly key: string };
        let expected = '';
        let copied = 0;
        for (const field of fields.filter((other) => other.key === key)) {
          expected += row.source.toString('utf8', copied, field.value.start) + edit.text;
          copied = field.value.end;
        }
        expect(edited(text, { [key]: edit.text })).toBe(expected + row.source.toString('utf8', copied));
      }),
      { numRuns: 5_000 },
    );
  });

  it('edits a row inside a bigger buffer and leaves the buffer alone', () => {
    const source = Buffer.from('[{"a":1} ,{"a":2}]');
    expect(editRow(new JsonRow(source, 1, 8), { a: Buffer.from('"x"'), b: '3' }).toString()).toBe('{"a":"x","b":3}');
    expect(source.toString()).toBe('[{"a":1} ,{"a":2}]');
  });

  it.each([
    ['replaces in place and keeps everything around', '{ "a" : 1.10 , "b":"é" }', { a: '2' }, '{ "a" : 2 , "b":"é" }'],
    ['appends what is missing', '{"a":1 }', { b: '"x"', c: '2' }, '{"a":1,"b":"x","c":2 }'],
    ['fills an empty object', '{ }', { b: '1' }, '{"b":1 }'],
    ['removes the first', '{ "a":1 , "b":2}', { a: undefined }, '{ "b":2}'],
    ['removes one between', '{"a":1, "b":2 ,"c":3}', { b: undefined }, '{"a":1 ,"c":3}'],
    ['removes the last', '{"a":1 , "b":2 }', { b: undefined }, '{"a":1 }'],
    ['removes several in a row', '{"a":1,"b":2,"c":3,"d":4}', { b: undefined, c: undefined }, '{"a":1,"d":4}'],
    ['removes the first two', '{"a":1,"b":2,"c":3}', { a: undefined, b: undefined }, '{"c":3}'],
    ['removes the only one', '{ "a":1 }', { a: undefined }, '{  }'],
    ['removes all and appends', '{"a":1,"b":2}', { a: undefined, b: undefined, c: '3' }, '{"c":3}'],
    ['does not append what is to be removed', '{"a":1}', { b: undefined }, '{"a":1}'],
    ['leaves nested fields of the same name', '{"x":{"a":1},"a":1}', { a: '2' }, '{"x":{"a":1},"a":2}'],
    ['finds a key that is spelled with escapes', '{"\\u0061":1}', { a: '2' }, '{"\\u0061":2}'],
    ['appends a key that needs escapes', '{}', { '"\n': '1' }, '{"\\"\\n":1}'],
    ['replaces both of two equal keys', '{"a":1,"b":2,"a":3}', { a: '4' }, '{"a":4,"b":2,"a":4}'],
    ['removes both of two equal keys', '{"a":1,"b":2,"a":3}', { a: undefined }, '{"b":2}'],
    ['leaves nothing of what is no object', '[1]', { a: '1' }, '{"a":1}'],
  ])('%s', (_name, text, edits, expected) => {
    expect(edited(text, edits)).toBe(expected);
  });
});
