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

interface Dated {
  readonly id: string;
  readonly time_sent?: string;
  /** What `time_sent` is in 100 ns; 0 when it is missing. */
  readonly ticks: number;
}

const newestFirst = (left: Dated, right: Dated): number => right.ticks - left.ticks;

/** Lists of members, each newest first, of moments a few 100 ns apart and spelled in all the ways of contract 1.1. */
const datedMembers = fc
  .array(fc.array(fc.tuple(fc.nat(30), fc.constantFrom('Z', '+00:00', '')), { maxLength: 12 }), { maxLength: 4 })
  .map((lists) =>
    lists.map((moments, member) =>
      moments
        .map(([ticks, offset], at): Dated => {
          const id = `${String(member)}-${String(at)}`;
          if (ticks === 0) return { id, ticks };
          const fraction = (ticks % 20).toString().padStart(7, '0').replace(/0+$/, '');
          const second = `2024-05-01T10:00:0${String(Math.floor(ticks / 20))}`;
          return { id, ticks, time_sent: `${second}${fraction === '' ? '' : '.'}${fraction}${offset}` };
        })
        .sort(newestFirst),
    ),
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

  it('gives no rows for a page of none', () => {
    expect(mergeSortedPages(asked([[{ id: 'a', key: 9 }]], 1), descending, { firstRow: 0, perPage: 0 })).toEqual([]);
  });

  it('gives the rows that parsing, sorting and cutting gives, for dates as members write them', () => {
    const order = byField({ field: 'time_sent', kind: 'date', direction: 'desc' });
    fc.assert(
      fc.property(datedMembers, fc.integer({ min: 1, max: 7 }), fc.nat(6), (lists, perPage, page) => {
        const bodies = lists.map((rows) => Buffer.from(JSON.stringify(rows, undefined, 1)));
        const window = { firstRow: page * perPage, perPage };
        const readers = bodies.map((body) => new RowReader(body));
        const merged = mergeSortedPages(readers, order, window).map(
          ({ row }) => JSON.parse(row.bytes.toString()) as Dated,
        );
        const all = bodies.flatMap((body) => JSON.parse(body.toString()) as Dated[]);
        const slow = all.sort(newestFirst).slice(window.firstRow, window.firstRow + perPage);
        expect(merged).toEqual(slow);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([0, 1, 2])('names list %i when it is the broken one, and needs no other to do so', (list) => {
    const texts = ['[{"key":9},{"key":5}]', '[{"key":8},{"key":4}]', '[{"key":7},{"key":3}]'];
    texts[list] = '[{"key":6} {"key":2}]';
    const lists = texts.map((text) => new RowReader(Buffer.from(text)));
    expect(() => mergeSortedPages(lists, descending, { firstRow: 0, perPage: 9 })).toThrow(
      expect.objectContaining({ name: 'BrokenList', list }),
    );
  });

  it('does not notice what is broken behind the page', () => {
    const lists = [
      new RowReader(Buffer.from('[{"key":9},{"key":8},{"key"}]')),
      new RowReader(Buffer.from('[{"key":7}]')),
    ];
    expect(mergeSortedPages(lists, descending, { firstRow: 0, perPage: 2 }).map(({ list }) => list)).toEqual([0, 0]);
  });

  it('merges by an order that has no keys', () => {
    const lists = asked(
      [
        [
          { id: 'a', key: 5 },
          { id: 'b', key: 1 },
        ],
        [{ id: 'c', key: 3 }],
      ],
      9,
    );
    const order = (left: JsonRow, right: JsonRow) => Number(right.number('key')) - Number(left.number('key'));
    const merged = mergeSortedPages(lists, order, { firstRow: 0, perPage: 9 });
    expect(merged.map(({ row }) => row.text('id'))).toEqual(['a', 'c', 'b']);
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
