import { describe, expect, it } from '@jest/globals';
import { readDocument, type JsonRow } from '../../json-text/json-row.js';
import { byField, type SortKind } from './compare.js';

const row = (value: unknown) => readDocument(Buffer.from(JSON.stringify({ field: value })));
const sorted = (kind: SortKind, direction: 'asc' | 'desc', values: readonly unknown[]): readonly unknown[] =>
  values
    .map(row)
    .sort(byField({ field: 'field', kind, direction }))
    .map((sortedRow) => (JSON.parse(sortedRow.bytes.toString()) as { readonly field?: unknown }).field);

describe('byField', () => {
  it.each<[string, SortKind, readonly unknown[]]>([
    ['dates', 'date', ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00.0000001Z', '2024-05-01T10:00:01Z']],
    ['timespans', 'timespan', ['00:00:01', '23:00:00', '2.00:00:00']],
    ['numbers', 'number', [-1, 2, 10]],
    ['texts without regard to letter case', 'text', ['alpha', 'Beta', 'gamma']],
    ['ranks', { ranks: { unresolved: 1, resolved: 2, archived: 4 } }, ['unresolved', 'resolved', 'archived']],
  ])('sorts %s both ways, rows without the field lowest', (_name, kind, ascending) => {
    const shuffled = [...ascending].reverse();
    expect(sorted(kind, 'asc', [...shuffled, undefined])).toEqual([undefined, ...ascending]);
    expect(sorted(kind, 'desc', [undefined, ...ascending])).toEqual([...shuffled, undefined]);
  });

  it.each(['constructor', '__proto__', 'unheard-of'])('ranks the unknown status %s lowest', (status) => {
    expect(sorted({ ranks: { unresolved: 1 } }, 'asc', ['unresolved', status])).toEqual([status, 'unresolved']);
  });

  it.each([
    ['neighbours beyond 2^53', '9223372036854775806', '9223372036854775807'],
    ['whole and broken numbers', '9007199254740992', '9007199254740993.5e1'],
    ['numbers too large for a double', '9223372036854775807', '1e999'],
    ['negative numbers', '-9223372036854775808', '-9223372036854775807'],
    ['exponents', '1E-05', '1'],
  ])('tells %s apart', (_name, less, more) => {
    const [left, right] = [less, more].map((number) => readDocument(Buffer.from(`{"field":${number}}`)));
    const order = byField({ field: 'field', kind: 'number', direction: 'asc' });
    expect(order(left as JsonRow, right as JsonRow)).toBe(-1);
    expect(order(right as JsonRow, left as JsonRow)).toBe(1);
    expect(order(right as JsonRow, right as JsonRow)).toBe(0);
  });

  it.each<[SortKind, unknown, unknown]>([
    ['date', 'soon', '0001-01-01T00:00:00'],
    ['date', 20240501, '0001-01-01T00:00:00'],
    ['timespan', 'long', '-1.00:00:00'],
    ['number', '7', -7],
    ['text', 7, ''],
  ])('takes for missing what is no %s: %j', (kind, odd, lowest) => {
    expect(sorted(kind, 'asc', [lowest, odd, undefined])).toEqual([odd, undefined, lowest]);
    expect(sorted(kind, 'desc', [undefined, odd, lowest])).toEqual([lowest, undefined, odd]);
  });

  it('reads a field inside a field', () => {
    const order = byField({ field: ['endpoint', 'name'], kind: 'text', direction: 'asc' });
    const named = (name: string) => readDocument(Buffer.from(JSON.stringify({ name: 'x', endpoint: { name } })));
    expect(order(named('a'), named('B'))).toBe(-1);
  });

  it('leaves equal rows in their order', () => {
    const order = byField({ field: 'field', kind: 'text', direction: 'desc' });
    expect(order(row('Same'), row('sAME'))).toBe(0);
    expect(order(row(undefined), row(undefined))).toBe(0);
  });
});
