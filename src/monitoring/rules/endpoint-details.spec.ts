import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../../json-text/json-row.js';
import { UnusableRows } from '../../json-text/unusable-rows.js';
import { mergeEndpointDetails } from './endpoint-details.js';

const names = ['processingTime', 'criticalTime', 'retries', 'throughput', 'queueLength'];
const moment = (second: number): string => `2024-05-01T10:00:${String(second).padStart(2, '0')}Z`;

type Points = Readonly<Record<string, readonly number[]>>;

/** One member's details; series start at `from` and are empty unless given. */
function details(from: number, points: Points, more: { instances?: object[]; messageTypes?: object[] } = {}): object {
  const of = (metric: string) => points[metric] ?? [];
  const mean = (values: readonly number[]) =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    digest: {
      metrics: Object.fromEntries(
        names.map((name) => [name, { latest: of(name).at(-1) ?? 0, average: mean(of(name)) }]),
      ),
    },
    instances: more.instances ?? [],
    messageTypes: more.messageTypes ?? [],
    metricDetails: {
      metrics: Object.fromEntries(
        names.map((name) => [
          name,
          { timeAxisValues: of(name).map((_, at) => moment(from + at)), average: mean(of(name)), points: of(name) },
        ]),
      ),
    },
  };
}

interface Details {
  readonly digest: { readonly metrics: Readonly<Record<string, { latest: number; average: number }>> };
  readonly instances: readonly Record<string, unknown>[];
  readonly messageTypes: readonly Record<string, unknown>[];
  readonly metricDetails: {
    readonly metrics: Readonly<Record<string, { timeAxisValues: string[]; average: number; points: number[] }>>;
  };
}

function merged(...documents: (object | string)[]): Details {
  return JSON.parse(mergedText(...documents)) as Details;
}

function mergedText(...documents: (object | string)[]): string {
  const rows = documents.map((document, at) => ({
    memberKey: `m${String(at)}`,
    row: readDocument(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document))),
  }));
  return mergeEndpointDetails(rows).toString();
}

const unknown = details(0, {});

describe('details of an endpoint on several members', () => {
  it('keep the bytes of the one member that has it', () => {
    const odd = '{ "metricDetails":{"metrics":{"retries":{"points":[1E-05],"timeAxisValues":[]}}},"later":1.0 }';
    expect(mergedText(unknown, odd, unknown)).toBe(odd);
  });

  it('keep the bytes of the first when nobody has it', () => {
    expect(mergedText(unknown, details(9, {}))).toBe(JSON.stringify(unknown));
  });

  it('lay series over each other by their time axes, and show all moments', () => {
    const { throughput } = merged(details(10, { throughput: [1, 2, 3] }), details(11, { throughput: [10, 20, 30] }))
      .metricDetails.metrics;
    expect(throughput).toEqual({ timeAxisValues: [10, 11, 12, 13].map(moment), average: 22, points: [1, 12, 23, 30] });
  });

  it('take the axis of each metric by itself', () => {
    const late = details(11, { throughput: [10, 20], retries: [5, 6] });
    const { throughput, retries } = merged(details(10, { throughput: [1, 2] }), late).metricDetails.metrics;
    expect(throughput?.timeAxisValues).toEqual([10, 11, 12].map(moment));
    expect(retries).toEqual({ timeAxisValues: [11, 12].map(moment), average: 5.5, points: [5, 6] });
  });

  it('take the axis of each metric by itself within one answer', () => {
    const ticked = JSON.parse(JSON.stringify(details(10, { throughput: [1, 2] }))) as Details;
    const later = JSON.parse(JSON.stringify(details(11, { retries: [5, 6] }))) as Details;
    Object.assign(ticked.metricDetails.metrics, { retries: later.metricDetails.metrics['retries'] });
    const both = merged(details(10, { throughput: [1, 2], retries: [1, 2] }), ticked);
    const { retries, throughput } = both.metricDetails.metrics;
    expect(throughput).toEqual({ timeAxisValues: [10, 11].map(moment), average: 3, points: [2, 4] });
    expect(retries).toEqual({ timeAxisValues: [10, 11, 12].map(moment), average: 7, points: [1, 7, 6] });
  });

  it('weight durations by the throughput of the same moment', () => {
    const eu = details(10, { throughput: [3, 0], processingTime: [10, 0] });
    const us = details(10, { throughput: [1, 2], processingTime: [30, 8] });
    expect(merged(eu, us).metricDetails.metrics['processingTime']?.points).toEqual([15, 8]);
  });

  it('keep series empty that nobody has points of', () => {
    const both = merged(details(10, { throughput: [1] }), details(10, { throughput: [1] }));
    expect(both.metricDetails.metrics['retries']).toEqual({ timeAxisValues: [], average: 0, points: [] });
    expect(both.digest.metrics['retries']).toEqual({ latest: 0, average: 0 });
  });

  it('make the digest of the merged series', () => {
    const both = merged(
      details(10, { throughput: [1, 2], queueLength: [] }),
      details(10, { throughput: [3, 5], queueLength: [4, 6] }),
    );
    expect(both.digest.metrics['throughput']).toEqual({ latest: 7, average: 5.5 });
    expect(both.digest.metrics['queueLength']).toEqual({ latest: 6, average: 5 });
  });

  it('list the instances of all members, one that reports to two only once', () => {
    const instance = (id: string, isStale: boolean, throughput: number[]) => ({
      name: id,
      id,
      isStale,
      metrics: { throughput: { average: 1, points: throughput } },
    });
    const eu = details(
      10,
      { throughput: [1, 2] },
      { instances: [instance('a', true, [1, 2]), instance('b', true, [])] },
    );
    const us = details(
      11,
      { throughput: [10, 20] },
      { instances: [instance('a', false, [10, 20]), instance('c', false, [0, 0])] },
    );
    expect(merged(eu, us).instances).toEqual([
      { name: 'a', id: 'a', isStale: false, metrics: { throughput: { average: 2, points: [1, 12, 20] } } },
      instance('b', true, []),
      instance('c', false, [0, 0]),
    ]);
  });

  it('merge an instance that never reported a metric which its endpoint has', () => {
    const instance = (points: number[]) => ({ id: 'a', isStale: false, metrics: { retries: { average: 0, points } } });
    const all = { processingTime: [1], criticalTime: [1], retries: [1], throughput: [1], queueLength: [1] };
    const both = merged(
      details(10, all, { instances: [instance([])] }),
      details(10, all, { instances: [instance([4])] }),
    );
    expect(both.instances).toEqual([instance([4])]);
  });

  it('merge message types by id', () => {
    const type = (id: string, points: number[]) => ({ id, typeName: id, metrics: { retries: { average: 1, points } } });
    const eu = details(
      10,
      { throughput: [1, 2], retries: [1, 2] },
      { messageTypes: [type('t, v1', [1, 2]), type('t, v2', [1, 1])] },
    );
    const us = details(10, { throughput: [1, 2], retries: [1, 2] }, { messageTypes: [type('t, v1', [3, 4])] });
    expect(merged(eu, us).messageTypes).toEqual([
      { id: 't, v1', typeName: 't, v1', metrics: { retries: { average: 2, points: [4, 6] } } },
      type('t, v2', [1, 1]),
    ]);
  });

  it('count a member with instances and no points among those that have it', () => {
    const idle = details(10, {}, { instances: [{ id: 'a', isStale: true }] });
    const both = merged(idle, details(10, { throughput: [1] }, { instances: [{ id: 'b', isStale: false }] }));
    expect(both.instances.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(both.metricDetails.metrics['throughput']).toEqual({ timeAxisValues: [moment(10)], average: 1, points: [1] });
  });

  it('pass fields through that nobody merges', () => {
    const first = { ...details(10, { throughput: [1] }), later: { x: 1 } };
    expect(merged(first, details(10, { throughput: [1] }))).toMatchObject({ later: { x: 1 } });
  });

  it.each([
    ['without a time axis', ''],
    ['with a time axis of another length', ',"timeAxisValues":["2024-05-01T10:00:10Z"]'],
    ['with a time axis that holds no times', ',"timeAxisValues":["soon","later"]'],
  ])('name the member whose series is %s', (_, axis) => {
    const odd = `{"instances":[{"id":"a"}],"metricDetails":{"metrics":{"retries":{"average":0,"points":[1,2]${axis}}}}}`;
    expect(() => mergedText(details(10, { retries: [1, 2] }), odd)).toThrow(
      new UnusableRows('m1', 'a series has no time axis'),
    );
  });
});
