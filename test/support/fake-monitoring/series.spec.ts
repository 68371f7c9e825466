import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { windowAt } from './history.js';
import { meanSeries, queueLengthSeries, rateSeries, type Sample } from './series.js';

const now = Date.UTC(2024, 4, 1, 12, 0, 0);
const window = windowAt(now, 5);
const newest = window.starts[59] ?? 0;
const before = window.starts[58] ?? 0;

function samples(at: number, ...values: number[]): Sample[] {
  return values.map((value) => ({ at, value }));
}

describe('timings', () => {
  it('average over measurements, not over points', () => {
    const series = meanSeries([...samples(newest, 10, 20, 30), ...samples(before, 100)], window);

    expect(series.points.slice(-3)).toEqual([0, 100, 20]);
    expect(series.average).toBe(40);
  });

  it('leave out the unfinished bucket and what is older than the window', () => {
    const outside = [...samples(newest + 5000, 7), ...samples((window.starts[0] ?? 0) - 1, 7)];

    expect(meanSeries(outside, window)).toEqual({ average: 0, points: new Array(60).fill(0) });
  });

  it('may be negative', () => {
    expect(meanSeries(samples(newest, -3, -4), window).points.at(-1)).toBe(-3.5);
  });
});

describe('rates', () => {
  it('count reports per second of the bucket, whatever their values', () => {
    const series = rateSeries(samples(newest, 1, 500, 3, 0, 9, 2), window);

    expect(series.points.at(-1)).toBe(1.2);
    expect(series.average).toBeCloseTo(0.02, 12);
  });

  it('have the mean of their points as average', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 299_999 }), { maxLength: 200 }), (offsets) => {
        const reports = offsets.map((offset) => ({ at: (window.starts[0] ?? 0) + offset, value: 1 }));
        const { average, points } = rateSeries(reports, window);
        expect(average).toBeCloseTo(points.reduce((sum, point) => sum + point, 0) / 60, 9);
      }),
    );
  });
});

describe('queue length', () => {
  it('adds the means of the queues', () => {
    const series = queueLengthSeries([samples(newest, 4, 8), samples(newest, 10)], window);

    expect(series.points.at(-1)).toBe(16);
    expect(series.average).toBe(16);
  });

  it.each([
    { values: [0, 1], rounded: 0 },
    { values: [1, 2], rounded: 2 },
    { values: [2, 3], rounded: 2 },
    { values: [3, 4], rounded: 4 },
    { values: [1, 1, 2], rounded: 1 },
    { values: [1, 2, 2], rounded: 2 },
  ])('rounds the mean of $values to $rounded', ({ values, rounded }) => {
    expect(queueLengthSeries([samples(newest, ...values)], window).points.at(-1)).toBe(rounded);
  });

  it('rounds after adding the queues, not before', () => {
    const halves = [samples(newest, 0, 1), samples(newest, 0, 1), samples(newest, 0, 1)];

    expect(queueLengthSeries(halves, window).points.at(-1)).toBe(2);
  });
});
