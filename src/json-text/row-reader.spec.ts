import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyDamage, anyRows, damaged } from '../../test/support/json-texts.js';
import { JsonFault } from './json-fault.js';
import type { JsonRow } from './json-row.js';
import { RowReader } from './row-reader.js';

function readAll(body: Buffer): readonly unknown[] {
  const reader = new RowReader(body);
  const rows: unknown[] = [];
  for (let row = reader.next(); row !== undefined; row = reader.next()) rows.push(JSON.parse(row.bytes.toString()));
  return rows;
}

describe('RowReader', () => {
  it('finds the rows that JSON.parse finds, byte for byte', () => {
    fc.assert(
      fc.property(anyRows, ({ body, values }) => {
        expect(readAll(body)).toEqual(values);
      }),
      { numRuns: 5_000 },
    );
  });

  it('gives the rows of a damaged text that JSON.parse still takes, and a fault for any other', () => {
    fc.assert(
      fc.property(anyRows, fc.array(anyDamage, { minLength: 10, maxLength: 10 }), ({ body }, damages) => {
        for (const damage of damages) {
          const broken = damaged(body, damage);
          expect(JSON.stringify(rowsOrFault(broken))).toBe(JSON.stringify(parsedRows(broken) ?? 'a fault'));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives whole rows only, and those in front of the damage as they were', () => {
    fc.assert(
      fc.property(anyRows, fc.array(anyDamage, { minLength: 5, maxLength: 5 }), ({ body, values }, damages) => {
        for (const damage of damages) {
          const broken = damaged(body, damage);
          const rows = rowsUntilFault(broken).map(({ source, bytes, end }) => ({
            value: JSON.parse(bytes.toString()) as unknown,
            end: source.byteOffset - broken.byteOffset + end,
          }));
          const intact = rows.filter(({ end }) => end <= damage.at % (body.length + 1));
          expect(JSON.stringify(intact.map(({ value }) => value))).toBe(JSON.stringify(values.slice(0, intact.length)));
        }
      }),
      { numRuns: 1_500 },
    );
  });

  it('reads no further than the rows that were asked for', () => {
    const reader = new RowReader(Buffer.from('[{"id":1},{"id":2},{"id": nonsense}]'));
    expect(reader.next()?.number('id')).toBe('1');
    expect(reader.next()?.number('id')).toBe('2');
    expect(reader.rowsRead).toBe(2);
    expect(() => reader.next()).toThrow(JsonFault);
    expect(() => reader.next()).toThrow(JsonFault);
  });

  it('walks objects 10,000 levels deep', () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    expect(new RowReader(Buffer.from(`[${deep}]`)).next()?.bytes.toString()).toBe(deep);
  });

  it.each([
    ['nothing', ''],
    ['an object', '{}'],
    ['null', 'null'],
    ['no end', '[{"id":1}'],
    ['an end of another kind', '[{"id":1}}'],
    ['a single bracket', '['],
  ])('refuses %s at once', (_name, text) => {
    expect(() => new RowReader(Buffer.from(text))).toThrow(JsonFault);
  });

  it.each([
    ['a comma behind the last row', '[{"id":1},]', 0],
    ['two commas', '[{"id":1},,{"id":2}]', 1],
    ['no comma', '[{"id":1}{"id":2}]', 0],
    ['a scalar', '[1]', 0],
    ['null for a row', '[{"id":1},null]', 1],
    ['something behind the array', '[{"id":1}] ]', 1],
    ['an object that does not end', '[{"id":"a]', 0],
    ['no colon', '[{"id" 1}]', 0],
    ['a word of another language', '[{"id":1},{"id":NaN}]', 1],
    ['a comma behind the last field', '[{"id":1,}]', 0],
    ['brackets that do not match', '[{"id":[1}]}]', 0],
    ['a control character far inside a string', `[{"id":"${'x'.repeat(60)}\u0001"}]`, 0],
    ['an escape that JSON does not have', '[{"id":"\\x"}]', 0],
  ])('finds %s when it gets there', (_name, text, readable) => {
    const reader = new RowReader(Buffer.from(text));
    expect(() => {
      for (let row = reader.next(); row !== undefined; row = reader.next());
    }).toThrow(JsonFault);
    expect(reader.rowsRead).toBe(readable);
  });

  it('takes scalars when told that elements may be anything', () => {
    const reader = new RowReader(Buffer.from('["a", 1 ,null]'), { elements: 'any' });
    expect([reader.next(), reader.next(), reader.next()].map((row) => row?.bytes.toString())).toEqual([
      '"a"',
      '1',
      'null',
    ]);
    expect(reader.next()).toBeUndefined();
  });
});

function rowsUntilFault(body: Buffer): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  try {
    const reader = new RowReader(body);
    for (let row = reader.next(); row !== undefined; row = reader.next()) rows.push(row);
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
  }
  return rows;
}

function rowsOrFault(body: Buffer): readonly unknown[] | 'a fault' {
  try {
    return readAll(body);
  } catch (fault) {
    if (fault instanceof JsonFault) return 'a fault';
    throw fault;
  }
}

/** The slow way; undefined unless the text is an array of objects. */
function parsedRows(body: Buffer): readonly unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString().replace(/^\ufeff/, ''));
    const isObject = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row);
    return Array.isArray(parsed) && parsed.every(isObject) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
