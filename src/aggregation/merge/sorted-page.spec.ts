import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonFault } from '../../json-text/json-fault.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { RowReader } from '../../json-text/row-reader.js';
import { byField } from './compare.js';
import { BrokenList, mergeSortedPages, type RowSource } from './sorted-page.js';

interface Row {
  readonly id: string;
  readonly key: number;
}

const descending = byField({ field: 'key', kind: 'number', direction: 'desc' });
const read = (row: JsonRow): Row => JSON.parse(row.bytes.toString()) as Row;

/** What members answer when they are asked for their first rows. */
const asked = (members: readonly (readonly Row[])[], rows: number): RowSource[] =>
  members.map((list) => new RowReader(Buffer.from(JSON.stringify(list.slice(0, rows)))));

/** Lists of members, few keys so that ties are common; ids name member and position. */
const members = fc
  .array(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 12 }), { minLength: 1, maxLength: 5 })
  .map((lists) =>
    lists.map((keys, member) => keys.map((key, at): Row => ({ id: `${String(member)}-${String(at)}`, key }))),
  );

const sortedMembers = members.map((lists) =>
  lists.map((list) => [...list].sort((left, right) => right.key - left.key)),
);

function pagesOf(lists: readonly (readonly Row[])[], perPage: number): readonly Row[] {
  const total = lists.flat().length;
  const pages = Array.from({ length: Math.ceil(total / perPage) + 1 }, (_, at) => at);
  return pages.flatMap((page) => {
    const window = { firstRow: page * perPage, perPage };
    return mergeSortedPages(asked(lists, (page + 1) * perPage), descending, window).map(({ row }) => read(row));
  });
}

describe('mergeSortedPages', () => {
  it('is a slice of the global order, ties in member order, however the rows are spread over members', () => {
    fc.assert(
      fc.property(sortedMembers, fc.integer({ min: 1, max: 7 }), fc.nat(8), (lists, perPage, page) => {
        const window = { firstRow: page * perPage, perPage };
        const merged = mergeSortedPages(asked(lists, (page + 1) * perPage), descending, window).map(({ row }) =>
          read(row),
        );
        const all = lists.flat().sort((left, right) => right.key - left.key);
        expect(merged).toEqual(all.slice(window.firstRow, window.firstRow + perPage));
      }),
      { numRuns: 2_000 },
    );
  });

  it('shows every row exactly once over all pages, even when members are not sorted at all', () => {
    fc.assert(
      fc.property(members, fc.integer({ min: 1, max: 7 }), (lists, perPage) => {
        const seen = pagesOf(lists, perPage).map(({ id }) => id);
        expect([...seen].sort()).toEqual(
          lists
            .flat()
            .map(({ id }) => id)
            .sort(),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps the order of every member', () => {
    fc.assert(
      fc.property(members, fc.integer({ min: 1, max: 7 }), (lists, perPage) => {
        const seen = pagesOf(lists, perPage).map(({ id }) => id);
        lists.forEach((list, member) => {
          expect(seen.filter((id) => id.startsWith(`${String(member)}-`))).toEqual(list.map(({ id }) => id));
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads no list further than the page needs', () => {
    const lists = asked(
      [
        [
          { id: 'a', key: 9 },
          { id: 'b', key: 8 },
          { id: 'c', key: 1 },
        ],
        [{ id: 'd', key: 5 }],
      ],
      10,
    );
    mergeSortedPages(lists, descending, { firstRow: 0, perPage: 1 });
    expect(lists.map((list) => (list as RowReader).rowsRead)).toEqual([1, 1]);
  });

  it('names the list that is broken', () => {
    const lists = [new RowReader(Buffer.from('[{"key":9}]')), new RowReader(Buffer.from('[{"key":8} {"key":7}]'))];
    expect(() => mergeSortedPages(lists, descending, { firstRow: 0, perPage: 9 })).toThrow(
      expect.objectContaining({ name: 'BrokenList', list: 1 }),
    );
  });

  it('names the list whose row cannot be compared', () => {
    const lists = [new RowReader(Buffer.from('[{"key":9}]')), new RowReader(Buffer.from('[{"key" 8}]'))];
    expect(() => mergeSortedPages(lists, descending, { firstRow: 0, perPage: 9 })).toThrow(
      expect.objectContaining({ name: 'BrokenList', list: 1 }),
    );
  });

  it('lets defects of its own through', () => {
    const defect: RowSource = {
      next: () => {
        throw new TypeError('a defect');
      },
    };
    expect(() => mergeSortedPages([defect], descending, { firstRow: 0, perPage: 1 })).toThrow(TypeError);
    expect(new BrokenList(0, new JsonFault('x', 1)).message).toContain('byte 1');
  });
});
