import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../../json-text/json-row.js';
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

  it('leaves equal rows in their order', () => {
    const order = byField({ field: 'field', kind: 'text', direction: 'desc' });
    expect(Math.abs(order(row('Same'), row('sAME')))).toBe(0);
    expect(Math.abs(order(row(undefined), row(undefined)))).toBe(0);
  });
});
