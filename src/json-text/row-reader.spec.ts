import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyRows } from '../../test/support/json-texts.js';
import { JsonFault } from './json-fault.js';
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
      { numRuns: 10_000 },
    );
  });

  it('gives a fault, or the rows that stood before the damage, for a text that was cut', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(), ({ body, values }, at) => {
        const cut = body.subarray(0, at % body.length);
        expect(faultOrRows(cut, values.length)).toEqual(values.slice(0, countBefore(cut)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('never hangs or crashes on flipped bytes', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(), fc.nat(255), ({ body }, at, byte) => {
        const damaged = Buffer.from(body);
        damaged[at % damaged.length] = byte;
        const rows = rowsUntilFault(damaged);
        expect(rows.length).toBeLessThanOrEqual(damaged.length);
      }),
      { numRuns: 10_000 },
    );
  });

  it('reads no further than the rows that were asked for', () => {
    const reader = new RowReader(Buffer.from('[{"id":1},{"id":2},{"id": nonsense}]'));
    expect(reader.next()?.number('id')).toBe('1');
    expect(reader.next()?.number('id')).toBe('2');
    expect(() => reader.next()?.number('id')).toThrow(JsonFault);
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

function rowsUntilFault(body: Buffer): readonly unknown[] {
  const rows: unknown[] = [];
  try {
    const reader = new RowReader(body);
    for (let row = reader.next(); row !== undefined; row = reader.next()) rows.push(row.bytes);
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
  }
  return rows;
}

function faultOrRows(body: Buffer, most: number): readonly unknown[] {
  return rowsUntilFault(body)
    .slice(0, most)
    .map((row) => JSON.parse((row as Buffer).toString()) as unknown);
}

/** How many rows a cut text shows before the reader notices: none when it does not end with a bracket. */
function countBefore(cut: Buffer): number {
  return rowsUntilFault(cut).length;
}
