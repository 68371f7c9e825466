import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeByKey, type MergedRows } from '../../aggregation/merge/merge-by-key.js';
import { readDocument } from '../../json-text/json-row.js';
import { licensingEndpoints } from './licensing-endpoints.js';

function mergedRows(...members: object[][]): MergedRows {
  const lists = members.map((rows, at) => ({
    memberKey: `m${String(at)}`,
    rows: rows.map((row) => readDocument(Buffer.from(JSON.stringify(row)))),
  }));
  return mergeByKey(lists, licensingEndpoints);
}

function merged(...members: object[][]): unknown[] {
  return mergedRows(...members).rows.map((row) => JSON.parse(row.toString()) as unknown);
}

describe('usage of endpoints', () => {
  it('adds throughput, daily, monthly and on average, and knows an endpoint that any member knows', () => {
    const eu = {
      name: 'Sales',
      name_hash: 'AB',
      is_known_endpoint: false,
      user_indicator: '',
      max_daily_throughput: 65,
      monthly_throughput: [{ month: '2025-02', throughput: 10 }],
      average_monthly_throughput: 2694,
    };
    const us = {
      name: 'Sales',
      name_hash: 'AB',
      is_known_endpoint: true,
      user_indicator: 'NServiceBusEndpoint',
      max_daily_throughput: 5,
      monthly_throughput: [
        { month: '2025-01', throughput: 1 },
        { month: '2025-02', throughput: 2 },
      ],
      average_monthly_throughput: 6,
    };
    expect(merged([eu], [us])).toEqual([
      {
        name: 'Sales',
        name_hash: 'AB',
        is_known_endpoint: true,
        user_indicator: 'NServiceBusEndpoint',
        max_daily_throughput: 70,
        monthly_throughput: [
          { month: '2025-02', throughput: 12 },
          { month: '2025-01', throughput: 1 },
        ],
        average_monthly_throughput: 2700,
      },
    ]);
  });

  it.each([
    ['one name in two scopes', { name: 'q', scope: 'a' }, { name: 'q', scope: 'b' }, 2],
    ['one name with and without a scope', { name: 'q', scope: 'a' }, { name: 'q' }, 2],
    ['one name without a scope', { name: 'q', name_hash: 'AB' }, { name: 'q' }, 1],
    ['names that differ in letter case', { name: 'q' }, { name: 'Q' }, 2],
  ])('tells endpoints apart: %s', (_, eu, us, rows) => {
    expect(merged([eu], [us])).toHaveLength(rows);
  });

  it('takes a hash from the first member that sends one, as it is', () => {
    expect(merged([{ name: 'q' }], [{ name: 'q', name_hash: 'AB', scope_hash: 'CD' }])).toEqual([
      { name: 'q', name_hash: 'AB', scope_hash: 'CD' },
    ]);
  });

  it('adds the figures of members before 6.19', () => {
    expect(merged([{ name: 'q', max_monthly_throughput: 3 }], [{ name: 'q', max_monthly_throughput: 4 }])).toEqual([
      { name: 'q', max_monthly_throughput: 7 },
    ]);
  });

  it.each([
    ['a choice before what is assumed', ['NServiceBusEndpoint', 'SendOnlyEndpoint'], 'SendOnlyEndpoint', 0],
    ['a choice before none', ['', 'PlannedToDecommission'], 'PlannedToDecommission', 0],
    ['an assumption before nothing', ['', 'NServiceBusEndpoint'], 'NServiceBusEndpoint', 0],
    ['the lead choice of two', ['SendOnlyEndpoint', 'NotNServiceBusEndpoint'], 'SendOnlyEndpoint', 1],
    ['nothing when nobody says anything', ['', ''], '', 0],
  ])('shows %s', (_, indicators, expected, conflicts) => {
    const result = mergedRows(...indicators.map((user_indicator) => [{ name: 'q', user_indicator }]));
    expect(result.rows.map(String)).toEqual([`{"name":"q","user_indicator":"${expected}"}`]);
    expect(result.conflicts).toHaveLength(conflicts);
  });

  it('gives back the whole months, however a year of messages is spread over members', () => {
    const day = fc.record({
      month: fc.constantFrom('2025-01', '2025-02', '2025-03'),
      throughput: fc.nat(),
      member: fc.nat(3),
    });
    const monthly = (days: readonly { month: string; throughput: number }[]) =>
      [...new Set(days.map(({ month }) => month))].sort().map((month) => ({
        month,
        throughput: days.filter((one) => one.month === month).reduce((all, { throughput }) => all + throughput, 0),
      }));
    fc.assert(
      fc.property(fc.array(day), (days) => {
        const members = [0, 1, 2, 3].map((at) => [
          { name: 'q', monthly_throughput: monthly(days.filter(({ member }) => member === at)) },
        ]);
        const [row] = merged(...members) as { monthly_throughput: { month: string }[] }[];
        const months = [...(row?.monthly_throughput ?? [])].sort((left, right) => (left.month < right.month ? -1 : 1));
        expect(months).toEqual(monthly(days));
      }),
    );
  });
});
