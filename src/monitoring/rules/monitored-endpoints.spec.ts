import { describe, expect, it } from '@jest/globals';
import { mergeByKey } from '../../aggregation/merge/merge-by-key.js';
import type { MemberList } from '../../aggregation/merge/member-row.js';
import { unionRows } from '../../aggregation/merge/union.js';
import { readDocument } from '../../json-text/json-row.js';
import { UnusableRows } from '../../json-text/unusable-rows.js';
import {
  countDisconnected,
  endpointsOfMembers,
  monitoredEndpoints,
  nameAtMember,
  readNameAtMember,
} from './monitored-endpoints.js';

type Endpoint = Readonly<Record<string, unknown>>;

function list(memberKey: string, ...rows: (Endpoint | string)[]): MemberList {
  const texts = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
  return { memberKey, rows: texts.map((row) => readDocument(Buffer.from(row))) };
}

/** Merged rows of members eu, us, ... whose answers arrived in the given buckets. */
function merged(lists: MemberList[], buckets: Readonly<Record<string, number>> = {}): Endpoint[] {
  return mergeByKey(
    lists,
    monitoredEndpoints((key) => buckets[key] ?? 0),
  ).rows.map((row) => JSON.parse(row.toString()) as Endpoint);
}

const sixty = (value: (at: number) => number): number[] => Array.from({ length: 60 }, (_, at) => value(at));

describe('monitored endpoints of several members', () => {
  it('are one row per name, with all instances, each once', () => {
    const eu = {
      name: 'Sales',
      endpointInstanceIds: ['a', 'b'],
      connectedCount: 1,
      disconnectedCount: 1,
      isStale: false,
    };
    const us = {
      name: 'Sales',
      endpointInstanceIds: ['b', 'c'],
      connectedCount: 2,
      disconnectedCount: 2,
      isStale: false,
    };
    expect(merged([list('eu', eu), list('us', us)])).toEqual([
      { name: 'Sales', endpointInstanceIds: ['a', 'b', 'c'], connectedCount: 3, disconnectedCount: 3, isStale: false },
    ]);
  });

  it('are told apart by the letter case of their name', () => {
    expect(merged([list('eu', { name: 'Sales' }), list('us', { name: 'sales' })])).toHaveLength(2);
  });

  it('keep the bytes of a row that one member sends', () => {
    const odd = '{ "name":"Sales","metrics":{"throughput":{"average":1E-05,"points":[0.20]}},"later":[ ] }';
    const rows = mergeByKey(
      [list('eu'), list('us', odd)],
      monitoredEndpoints(() => 0),
    ).rows;
    expect(rows.map(String)).toEqual([odd]);
  });

  it.each<[string, Endpoint[], boolean | undefined]>([
    [
      'no instance is connected anywhere',
      [
        { connectedCount: 0, isStale: true },
        { connectedCount: 0, isStale: true },
      ],
      true,
    ],
    [
      'one is connected somewhere',
      [
        { connectedCount: 0, isStale: true },
        { connectedCount: 1, isStale: false },
      ],
      false,
    ],
    [
      'an old member calls stale what has a connected instance',
      [
        { connectedCount: 1, isStale: true },
        { connectedCount: 0, isStale: true },
      ],
      false,
    ],
    ['members send no counts and all say stale', [{ isStale: true }, { isStale: true }], true],
    ['members send no counts and one is not stale', [{ isStale: true }, { isStale: false }], false],
    ['nobody says anything', [{}, {}], undefined],
  ])('staleness when %s', (_, rows, expected) => {
    const lists = rows.map((row, at) => list(String(at), { name: 'Sales', ...row }));
    expect(merged(lists)[0]?.['isStale']).toBe(expected);
  });

  it('add rates and weight durations, keeping the metrics and fields that nobody merges', () => {
    const metrics = (throughput: number, processing: number) => ({
      processingTime: { average: processing, points: sixty(() => processing) },
      throughput: { average: throughput, points: sixty(() => throughput), unit: 'x' },
      queueLength: { average: 0, points: [] },
      later: { average: processing },
    });
    const [row] = merged([
      list('eu', { name: 'Sales', metrics: metrics(3, 10) }),
      list('us', { name: 'Sales', metrics: metrics(1, 30) }),
    ]);
    expect(row?.['metrics']).toEqual({
      processingTime: { average: 15, points: sixty(() => 15) },
      throughput: { average: 4, points: sixty(() => 4), unit: 'x' },
      queueLength: { average: 0, points: [] },
      later: { average: 10 },
    });
  });

  it('keep empty series empty and let one not shift another', () => {
    const of = (points: number[]) => ({
      name: 'Sales',
      metrics: { retries: { average: points.length === 0 ? 0 : 1, points } },
    });
    expect(merged([list('eu', of([])), list('us', of(sixty((at) => at)))])[0]).toEqual(of(sixty((at) => at)));
    expect(merged([list('eu', of([])), list('us', of([]))])[0]).toEqual(of([]));
  });

  it('lie over each other by the time their answers arrived, the newest 60 points', () => {
    const of = (from: number) => ({
      name: 'Sales',
      metrics: { throughput: { average: 1, points: sixty((at) => from + at) } },
    });
    const [row] = merged([list('eu', of(1000)), list('us', of(2))], { eu: 70, us: 72 });
    const points = (row as { metrics: { throughput: { points: number[] } } }).metrics.throughput.points;
    expect(points).toHaveLength(60);
    // Two buckets later: eu's third point and us' first are of one moment; us alone has the last two.
    expect(points.slice(0, 2)).toEqual([1002 + 2, 1003 + 3]);
    expect(points.slice(57)).toEqual([1059 + 59, 60, 61]);
  });

  it('take series of any length, one longer than another', () => {
    const of = (from: number) => ({
      name: 'Sales',
      metrics: { retries: { average: 1, points: [from] }, throughput: { average: 1, points: [from, from] } },
    });
    const [row] = merged([list('eu', of(1)), list('us', of(2))], { eu: 70, us: 71 });
    expect(row?.['metrics']).toEqual({
      retries: { average: 2, points: [1, 2] },
      throughput: { average: 2, points: [1, 3, 2] },
    });
  });

  it('take a series that is no list of numbers for none', () => {
    const odd = '{"name":"Sales","metrics":{"throughput":{"average":1,"points":["1,2",null]}}}';
    const us = { name: 'Sales', metrics: { throughput: { average: 2, points: [5] } } };
    expect(merged([list('eu', odd), list('us', us)])[0]).toEqual(us);
  });
});

describe('the number of disconnected endpoints', () => {
  const stale = (name: string) => ({ name, isStale: true, connectedCount: 0, disconnectedCount: 1 });
  const live = (name: string) => ({ name, isStale: false, connectedCount: 1, disconnectedCount: 0 });
  const all = [list('eu', stale('Sales')), list('us', live('Sales')), list('ap', stale('Billing'))];

  it('counts names without a connected instance on any member', () => {
    expect(countDisconnected(all, 'name')).toBe(1);
  });

  it('counts every member apart when names are not merged', () => {
    expect(countDisconnected(all, 'member')).toBe(2);
  });

  it('counts what the members that answered show', () => {
    expect(
      countDisconnected(
        [all[0], all[2]].flatMap((of) => of ?? []),
        'name',
      ),
    ).toBe(2);
  });

  it('agrees with the staleness of the merged rows', () => {
    const old = { name: 'Old', isStale: true, connectedCount: 1 };
    const lists = [list('eu', stale('Sales'), old), list('us', stale('Sales'), old)];
    expect(countDisconnected(lists, 'name')).toBe(merged(lists).filter(({ isStale }) => isStale === true).length);
  });

  it('is none without endpoints', () => {
    expect(countDisconnected([list('eu')], 'name')).toBe(0);
  });

  it('names the member whose endpoint has no name', () => {
    expect(() => countDisconnected([list('eu'), list('us', {})], 'name')).toThrow(UnusableRows);
  });
});

describe('endpoints told apart by member', () => {
  it('show the member behind the name and keep every other byte', () => {
    const lists = [list('eu', '{ "name":"Sales", "isStale":false }'), list('us', '{"name":"Sales"}')];
    expect(unionRows(lists, endpointsOfMembers).map(String)).toEqual([
      '{ "name":"Sales (eu)", "isStale":false }',
      '{"name":"Sales (us)"}',
    ]);
  });

  it.each([
    [nameAtMember('Sales', 'us'), { name: 'Sales', memberKey: 'us' }],
    [nameAtMember('Sales (eu)', 'us'), { name: 'Sales (eu)', memberKey: 'us' }],
    ['Sales', undefined],
    ['Sales (xx)', undefined],
    ['Sales(us)', undefined],
  ])('%s is read back', (shown, expected) => {
    expect(readNameAtMember(shown, ['eu', 'us'])).toEqual(expected);
  });
});
