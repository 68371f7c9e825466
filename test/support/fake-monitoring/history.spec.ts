import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bucketOf, historyPeriods, readHistory, windowAt } from './history.js';

const noon = Date.UTC(2024, 4, 1, 12, 0, 0);
const text = (time: number | undefined) => new Date(time ?? NaN).toISOString();

describe('the window of a history period', () => {
  it.each([
    { period: 1, now: noon + 7_900, oldest: '2024-05-01T11:59:06.000Z', newest: '2024-05-01T12:00:05.000Z' },
    { period: 5, now: noon + 7_900, oldest: '2024-05-01T11:55:05.000Z', newest: '2024-05-01T12:00:00.000Z' },
    { period: 5, now: noon + 5_000, oldest: '2024-05-01T11:55:05.000Z', newest: '2024-05-01T12:00:00.000Z' },
    { period: 5, now: noon + 4_999, oldest: '2024-05-01T11:55:00.000Z', newest: '2024-05-01T11:59:55.000Z' },
    { period: 15, now: noon + 14_000, oldest: '2024-05-01T11:45:00.000Z', newest: '2024-05-01T11:59:45.000Z' },
    { period: 60, now: noon + 59_999, oldest: '2024-05-01T11:00:00.000Z', newest: '2024-05-01T11:59:00.000Z' },
  ] as const)('runs from $oldest to $newest for $period min', ({ period, now, oldest, newest }) => {
    const { starts } = windowAt(now, period);

    expect([starts.length, text(starts[0]), text(starts[59])]).toEqual([60, oldest, newest]);
  });

  it('ends between nothing and one bucket before now, or one to two buckets with the one-minute period', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(...historyPeriods), (now, period) => {
        const { starts } = windowAt(now, period);
        const sinceEnd = now - ((starts[59] ?? NaN) + period * 1000);
        const least = period === 1 ? 1000 : 0;
        expect(sinceEnd).toBeGreaterThanOrEqual(least);
        expect(sinceEnd).toBeLessThan(least + period * 1000);
        expect(starts.every((start) => start % (period * 1000) === 0)).toBe(true);
      }),
    );
  });

  it('gives every time of the window the bucket that covers it and no other time a bucket', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...historyPeriods),
        fc.integer({ min: -5_000_000, max: 5_000_000 }),
        (period, ago) => {
          const window = windowAt(noon, period);
          const time = noon - ago;
          const covering = window.starts.findIndex((start) => time >= start && time < start + period * 1000);
          expect(bucketOf(window, time)).toBe(covering < 0 ? undefined : covering);
        },
      ),
    );
  });
});

describe('the history parameter', () => {
  it.each([undefined, '', ' '])('means five minutes when it is %p', (given) => {
    expect(readHistory(given)).toEqual({ kind: 'period', period: 5 });
  });

  it.each(historyPeriods)('accepts %p minutes', (period) => {
    expect(readHistory(String(period))).toEqual({ kind: 'period', period });
  });

  it.each(['0', '-5', '7', '2147483647', '-2147483648'])('knows the number %p, but does not allow it', (given) => {
    expect(readHistory(given)).toEqual({ kind: 'not-allowed' });
  });

  it.each(['abc', '5.0', '1e1', '5m', '2147483648', '-2147483649'])('cannot read %p', (given) => {
    expect(readHistory(given)).toEqual({ kind: 'not-a-number' });
  });
});
