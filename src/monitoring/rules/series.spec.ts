import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addedSeries, weightedSeries, type Series } from './series.js';

/** `series(10, '1 2 3')` has its points in buckets 10, 11 and 12. */
function series(from: number, points: string, average = 0): Series {
  const values = points === '' ? [] : points.split(' ').map(Number);
  return { points: values, slots: values.map((_, at) => from + at), average };
}

const added = (...all: Series[]) => addedSeries(all.map((of) => ({ series: of })));
const weighted = (...all: [Series, Series | undefined][]) =>
  weightedSeries(all.map(([of, throughput]) => ({ series: of, throughput })));

describe('added series', () => {
  it.each<[string, Series[], Series | undefined]>([
    ['of one moment', [series(1, '1 2', 1.5), series(1, '10 20', 15)], series(1, '11 22', 16.5)],
    ['of which one is a bucket later', [series(1, '1 2'), series(2, '10 20')], series(1, '1 12 20')],
    ['of which the first is a bucket later', [series(2, '1 2'), series(1, '10 20')], series(1, '10 21 2')],
    ['of which one has no points', [series(1, '', 7), series(5, '1 2', 3), series(1, '')], series(5, '1 2', 3)],
    ['without any points', [series(1, ''), series(1, '')], undefined],
    ['all zeros stay zeros', [series(1, '0 0'), series(1, '0 0')], series(1, '0 0')],
  ])('%s', (_, given, expected) => {
    expect(added(...given)).toEqual(expected);
  });

  it('stay numbers that JSON can hold', () => {
    expect(added(series(1, '1e308', 1e308), series(1, '1e308', 1e308))).toEqual(
      series(1, String(Number.MAX_VALUE), Number.MAX_VALUE),
    );
  });

  it('of one source are its very own', () => {
    const only = series(1, '1 2');
    expect(added(series(1, ''), only)).toBe(only);
  });
});

describe('weighted series', () => {
  it('are weighted by the throughput of the same moment', () => {
    expect(weighted([series(1, '10 20'), series(1, '3 0')], [series(1, '20 40'), series(1, '1 2')])?.points).toEqual([
      12.5, 40,
    ]);
  });

  it('take a plain mean where nothing was processed', () => {
    expect(weighted([series(1, '10'), series(1, '0')], [series(1, '20'), series(1, '0')])?.points).toEqual([15]);
    expect(weighted([series(1, '-10'), undefined], [series(1, '30'), undefined])?.points).toEqual([10]);
  });

  it('find the throughput by moment, not by index', () => {
    expect(weighted([series(2, '10'), series(1, '100 1')], [series(2, '20'), series(2, '1 100')])?.points).toEqual([
      15,
    ]);
  });

  it('take a moment that one source has from it, processed or not', () => {
    expect(weighted([series(1, '0.1 2'), series(1, '3 1')], [series(2, '4 7'), series(2, '1 0')])?.points).toEqual([
      0.1, 3, 7,
    ]);
  });

  it('weight the average by the average throughput', () => {
    expect(weighted([series(1, '1', 10), series(1, '1', 3)], [series(1, '1', 20), series(1, '1', 1)])?.average).toBe(
      12.5,
    );
  });

  it('leave out sources without points, their average included', () => {
    expect(weighted([series(1, '', 0), series(1, '1', 5)], [series(1, '7', 4), series(1, '1', 1)])).toEqual(
      series(1, '7', 4),
    );
  });

  it('lie between the sources, point by point', () => {
    const share = fc.record({
      points: fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 3 }),
      weight: fc.nat(50),
    });
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 4 }), (shares) => {
        const given = shares.map(({ points, weight }): [Series, Series] => [
          series(1, points.join(' ')),
          series(1, [weight, weight, weight].join(' ')),
        ]);
        const values = (weighted(...given)?.points ?? []).map(Number);
        values.forEach((value, at) => {
          const all = shares.map(({ points }) => points[at] ?? 0);
          expect(value).toBeGreaterThanOrEqual(Math.min(...all) - 1e-9);
          expect(value).toBeLessThanOrEqual(Math.max(...all) + 1e-9);
        });
        expect(values).toHaveLength(3);
      }),
    );
  });
});

describe('any split of measurements over sources', () => {
  const measurement = fc.record({ slot: fc.nat(5), duration: fc.integer({ min: 0, max: 1000 }), source: fc.nat(2) });

  it('merges back to the series of one source with all of them', () => {
    fc.assert(
      fc.property(fc.array(measurement), (all) => {
        const parts = [0, 1, 2].map((source) => measured(all.filter((one) => one.source === source)));
        const whole = measured(all);
        const merged = {
          throughput: added(...parts.map(({ throughput }) => throughput)),
          duration: weighted(...parts.map(({ duration, throughput }): [Series, Series] => [duration, throughput])),
        };
        close(merged.throughput, whole.throughput);
        close(merged.duration, whole.duration);
      }),
    );
  });
});

function measured(of: readonly { slot: number; duration: number }[]): { throughput: Series; duration: Series } {
  if (of.length === 0) return { throughput: series(0, ''), duration: series(0, '') };
  const at = [0, 1, 2, 3, 4, 5].map((slot) => of.filter((one) => one.slot === slot).map(({ duration }) => duration));
  return {
    throughput: series(0, at.map(({ length }) => length).join(' '), of.length / 6),
    duration: series(0, at.map(mean).join(' '), mean(of.map(({ duration }) => duration))),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function close(actual: Series | undefined, expected: Series): void {
  expect(actual?.slots ?? []).toEqual(expected.slots);
  expect(actual?.average ?? 0).toBeCloseTo(expected.average, 6);
  expected.points.forEach((point, index) => {
    expect(actual?.points[index]).toBeCloseTo(point, 6);
  });
}
