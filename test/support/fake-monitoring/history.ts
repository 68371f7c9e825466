/** The periods, in minutes, that ServiceControl.Monitoring keeps (monitoring-api 4.1). */
export const historyPeriods = [1, 5, 10, 15, 30, 60] as const;
export type HistoryPeriod = (typeof historyPeriods)[number];

/** How many buckets every period is cut into, whatever its length. */
export const bucketCount = 60;

/** The 60 buckets that are offered at one moment. */
export interface MetricWindow {
  readonly bucketSeconds: number;
  /** Start of each bucket in milliseconds since 1970, oldest first; a bucket covers [start, start + length). */
  readonly starts: readonly number[];
}

/**
 * The buckets offered at `now` (milliseconds). The unfinished bucket is never among them; with the one-minute period
 * the one before it is held back as well (monitoring-api 4.1).
 */
export function windowAt(now: number, period: HistoryPeriod): MetricWindow {
  const length = period * 1000;
  const heldBack = period === 1 ? 2 : 1;
  const newest = (Math.floor(now / length) - heldBack) * length;
  const starts = Array.from({ length: bucketCount }, (_, k) => newest - (bucketCount - 1 - k) * length);
  return { bucketSeconds: period, starts };
}

/** Position of the bucket that holds `time`, or `undefined` outside the window. */
export function bucketOf(window: MetricWindow, time: number): number | undefined {
  const oldest = window.starts[0] ?? 0;
  const position = Math.floor((time - oldest) / (window.bucketSeconds * 1000));
  return position >= 0 && position < bucketCount ? position : undefined;
}

/** What the text of a `history` parameter means. */
export type HistoryReading =
  | { readonly kind: 'period'; readonly period: HistoryPeriod }
  /** A whole number that is no period: members let an exception escape and answer a bare 500. */
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'not-a-number' };

/** Reads `history` as members do: missing and empty mean five minutes (monitoring-api 4.1). */
export function readHistory(text: string | undefined): HistoryReading {
  if (text === undefined || text.trim() === '') return { kind: 'period', period: 5 };
  const number = readInt32(text);
  if (number === undefined) return { kind: 'not-a-number' };
  const period = historyPeriods.find((candidate) => candidate === number);
  return period === undefined ? { kind: 'not-allowed' } : { kind: 'period', period };
}

function readInt32(text: string): number | undefined {
  if (!/^\s*[+-]?\d+\s*$/.test(text)) return undefined;
  const number = Number(text);
  return number >= -(2 ** 31) && number < 2 ** 31 ? number : undefined;
}
