import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDocument } from '../../json-text/json-row.js';
import { UnusableRows } from '../../json-text/unusable-rows.js';
import { byField } from './compare.js';
import { agreedText, anyTrue, maximumDate, minimumDate, sum, type FieldRule } from './field-rules.js';
import type { MemberList } from './member-row.js';
import { fieldByField, mergeByKey, type AskedOrder, type KeyedRows } from './merge-by-key.js';

const fields = { count: sum, first: minimumDate, last: maximumDate, comment: agreedText, urgent: anyTrue };
const byId: KeyedRows = { key: (row) => row.text('id'), combine: fieldByField(fields) };

/** A member's rows as JSON texts. */
function list(memberKey: string, ...rows: string[]): MemberList {
  return { memberKey, rows: rows.map((row) => readDocument(Buffer.from(row))) };
}

function merge(lists: MemberList[], rules: KeyedRows = byId): string[] {
  return mergeByKey(lists, rules).rows.map(String);
}

describe('mergeByKey', () => {
  it('keeps the bytes of a row that one member sends, oddities included', () => {
    const odd = '{ "id" : "a", "count":1.0, "x":1e400, "x":2, "\\u0069d2":null }';
    expect(merge([list('eu'), list('us', odd)])).toEqual([odd]);
  });

  it('combines nothing that stands alone', () => {
    const rules: KeyedRows = { ...byId, combine: () => ({ bytes: Buffer.from('{}'), disputed: [] }) };
    expect(merge([list('eu', '{"id":"a"}'), list('us', '{"id":"b"}')], rules)).toEqual(['{"id":"a"}', '{"id":"b"}']);
  });

  it('replaces only the fields that come out differently in the first row', () => {
    const eu =
      '{"id":"a","count":3,"first":"2024-05-01T10:00:00Z","unknown":9007199254740993,"last":"2024-05-01T10:00:00Z"}';
    const us = '{"id":"a","count":4,"first":"2024-04-01T10:00:00Z","later":true,"last":"2024-04-01T10:00:00Z"}';
    expect(merge([list('eu', eu), list('us', us)])).toEqual([
      '{"id":"a","count":7,"first":"2024-04-01T10:00:00Z","unknown":9007199254740993,"last":"2024-05-01T10:00:00Z"}',
    ]);
  });

  it('keeps the first bytes when nothing comes out differently', () => {
    const eu = '{"id":"a", "count": 3 , "other":[1, 2]}';
    expect(merge([list('eu', eu), list('us', '{"id":"a","count":0}')])).toEqual([eu]);
  });

  it('adds a field that only a later member has', () => {
    expect(merge([list('eu', '{"id":"a"}'), list('us', '{"id":"a","count":4}')])).toEqual(['{"id":"a","count":4}']);
  });

  it('removes a field that its rule leaves out', () => {
    const gone: FieldRule = () => undefined;
    const rules = { ...byId, combine: fieldByField({ state: gone }) };
    expect(merge([list('eu', '{"id":"a","state":1,"b":2}'), list('us', '{"id":"a"}')], rules)).toEqual([
      '{"id":"a","b":2}',
    ]);
  });

  it('lists keys in order of first appearance without an order', () => {
    const lists = [list('eu', '{"id":"b"}', '{"id":"a"}'), list('us', '{"id":"c"}', '{"id":"a"}')];
    expect(merge(lists)).toEqual(['{"id":"b"}', '{"id":"a"}', '{"id":"c"}']);
  });

  it('orders by merged values, equal ones as they came', () => {
    const rules: KeyedRows = {
      ...byId,
      order: () => byField({ field: 'count', kind: 'number', direction: 'desc' }),
    };
    const lists = [
      list('eu', '{"id":"a","count":3}', '{"id":"b","count":2}'),
      list('us', '{"id":"c","count":3}', '{"id":"b","count":2}'),
    ];
    expect(merge(lists, rules)).toEqual(['{"id":"b","count":4}', '{"id":"a","count":3}', '{"id":"c","count":3}']);
  });

  it('hands the sort and direction of the caller to the order', () => {
    const rules: KeyedRows = {
      ...byId,
      order: (sort = 'id', direction) =>
        byField({ field: sort, kind: 'text', direction: direction === 'asc' ? 'asc' : 'desc' }),
    };
    const lists = [list('eu', '{"id":"a","x":"2"}', '{"id":"b","x":"1"}')];
    const ids = (asked: AskedOrder) =>
      mergeByKey(lists, rules, asked)
        .rows.map((row) => row.toString().slice(7, 8))
        .join('');
    expect([ids({}), ids({ direction: 'asc' }), ids({ sort: 'x' })]).toEqual(['ba', 'ab', 'ab']);
  });

  it('limits the rows that count and keeps the others', () => {
    const rules: KeyedRows = { ...byId, limit: { rows: 1, counts: (row) => row.raw('first') !== undefined } };
    const lists = [list('eu', '{"id":"a","first":1}', '{"id":"b"}', '{"id":"c","first":1}', '{"id":"d"}')];
    expect(merge(lists, rules)).toEqual(['{"id":"a","first":1}', '{"id":"b"}', '{"id":"d"}']);
    expect(mergeByKey(lists, rules).total).toBe(4);
  });

  it('adds the row that callers cannot do without, unless a member sends it', () => {
    const rules: KeyedRows = { ...byId, always: { key: 'z', bytes: Buffer.from('{"id":"z"}') } };
    expect(merge([list('eu', '{"id":"a"}'), list('us')], rules)).toEqual(['{"id":"a"}', '{"id":"z"}']);
    expect(merge([list('eu', '{"id":"z","own":1}')], rules)).toEqual(['{"id":"z","own":1}']);
    expect(merge([], rules)).toEqual(['{"id":"z"}']);
  });

  it('reports what members contradict each other about', () => {
    const lists = [
      list('eu', '{"id":"a","comment":"x"}'),
      list('us', '{"id":"a"}'),
      list('ap', '{"id":"a","comment":"y"}'),
    ];
    const { rows, conflicts } = mergeByKey(lists, byId);
    expect(rows.map(String)).toEqual(['{"id":"a","comment":"x"}']);
    expect(conflicts).toEqual([{ key: 'a', field: 'comment', memberKeys: ['eu', 'us', 'ap'] }]);
  });

  it('names the member whose row has no key', () => {
    const lists = [list('eu', '{"id":"a"}'), list('us', '{"id":"a"}', '{"id":7}')];
    expect(() => merge(lists)).toThrow(new UnusableRows('us', 'a row has no key'));
  });

  it('makes nothing of nothing', () => {
    expect(mergeByKey([list('eu'), list('us')], byId)).toEqual({ rows: [], conflicts: [], total: 0 });
  });
});

interface Item {
  readonly id: string;
  readonly count: number;
  readonly seen: number;
  readonly urgent: boolean;
  readonly member: number;
}

const items = fc.array(
  fc.record<Item>({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    count: fc.integer(),
    seen: fc.nat(59),
    urgent: fc.boolean(),
    member: fc.nat(4),
  }),
);

/** Each member's rows, one per id, as if the member had counted its share of the items. */
function membersOf(shared: readonly Item[]): MemberList[] {
  return [0, 1, 2, 3, 4].map((member) => {
    const own = shared.filter((item) => item.member === member);
    return list(`m${String(member)}`, ...countedById(own).map((row) => JSON.stringify(row)));
  });
}

function countedById(of: readonly Item[]): object[] {
  const date = (second: number): string => `2024-05-01T10:00:${String(second).padStart(2, '0')}Z`;
  return [...new Set(of.map(({ id }) => id))].sort().map((id) => {
    const same = of.filter((item) => item.id === id);
    return {
      id,
      count: same.reduce((all, { count }) => all + count, 0),
      first: date(Math.min(...same.map(({ seen }) => seen))),
      last: date(Math.max(...same.map(({ seen }) => seen))),
      urgent: same.some(({ urgent }) => urgent),
    };
  });
}

describe('any split of one data set over members', () => {
  it('merges back to what one member with all of it would send', () => {
    fc.assert(
      fc.property(items, (shared) => {
        const merged = merge(membersOf(shared)).map((row) => JSON.parse(row) as { id: string });
        expect(merged.sort((left, right) => (left.id < right.id ? -1 : 1))).toEqual(countedById(shared));
      }),
    );
  });

  it('merges to the same whichever member comes first', () => {
    fc.assert(
      fc.property(items, fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (shared, order) => {
        const lists = membersOf(shared);
        const shuffled = order.map((at) => lists[at] ?? list('none'));
        expect(merge(shuffled).sort()).toEqual(merge(lists).sort());
      }),
    );
  });

  it('invents nothing: a merged row has no field and no key that no member sent', () => {
    const row = fc.record(
      {
        id: fc.constantFrom('a', 'b'),
        count: fc.integer(),
        comment: fc.string(),
        first: fc.constant('2024-05-01T10:00:00Z'),
        more: fc.json(),
      },
      { requiredKeys: ['id'] },
    );
    fc.assert(
      fc.property(fc.array(row), fc.array(row), (eu, us) => {
        const sent = [...eu, ...us];
        const lists = [
          list('eu', ...eu.map((one) => JSON.stringify(one))),
          list('us', ...us.map((one) => JSON.stringify(one))),
        ];
        for (const merged of merge(lists).map((text) => JSON.parse(text) as { id: string })) {
          const same = sent.filter(({ id }) => id === merged.id);
          expect(Object.keys(merged).filter((name) => !same.some((one) => name in one))).toEqual([]);
        }
      }),
    );
  });
});
