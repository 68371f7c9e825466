import { bucketCount, bucketOf, type MetricWindow } from './history.js';

/** One reported value and when it was measured (milliseconds since 1970). */
export interface Sample {
  readonly at: number;
  readonly value: number;
}

/** Numbers of one metric: 60 points, oldest first, or none at all. */
export interface Series {
  readonly average: number;
  readonly points: readonly number[];
}

/** What a metric shows that was never reported: no points, which is not the same as 60 zeros (monitoring-api 4.2). */
export const neverReported: Series = { average: 0, points: [] };

/** Processing and critical time: mean per bucket; the average is weighted by measurements, not the mean of points. */
export function meanSeries(samples: readonly Sample[], window: MetricWindow): Series {
  const { sums, counts } = spread(samples, window);
  return {
    average: ratio(total(sums), total(counts)),
    points: sums.map((sum, k) => ratio(sum, counts[k] ?? 0)),
  };
}

/** Throughput and retries: reports per second; the average is over the whole window. */
export function rateSeries(samples: readonly Sample[], window: MetricWindow): Series {
  const { counts } = spread(samples, window);
  return {
    average: total(counts) / bucketCount / window.bucketSeconds,
    points: counts.map((count) => count / window.bucketSeconds),
  };
}

/** Queue length: mean per queue, summed over the queues of the endpoint, rounded half to even (monitoring-api 4.2). */
export function queueLengthSeries(queues: readonly (readonly Sample[])[], window: MetricWindow): Series {
  const perQueue = queues.map((samples) => meanSeries(samples, window));
  return {
    average: roundHalfToEven(total(perQueue.map((queue) => queue.average))),
    points: window.starts.map((_, k) => roundHalfToEven(total(perQueue.map((queue) => queue.points[k] ?? 0)))),
  };
}

function spread(samples: readonly Sample[], window: MetricWindow): { sums: number[]; counts: number[] } {
  const sums = new Array<number>(bucketCount).fill(0);
  const counts = new Array<number>(bucketCount).fill(0);
  for (const { at, value } of samples) {
    const k = bucketOf(window, at);
    if (k === undefined) continue;
    sums[k] = (sums[k] ?? 0) + value;
    counts[k] = (counts[k] ?? 0) + 1;
  }
  return { sums, counts };
}

function ratio(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function roundHalfToEven(number: number): number {
  const below = Math.floor(number);
  const rest = number - below;
  if (rest !== 0.5) return Math.round(number);
  return below % 2 === 0 ? below : below + 1;
}
