import { sumOf } from '../../aggregation/merge/field-rules.js';

/** One source's series of one metric. */
export interface Series {
  /** JSON numbers, oldest first; none as long as the metric was never reported. */
  readonly points: readonly string[];
  /** When each point is from: equal numbers of two sources are one moment. Ascending. */
  readonly slots: readonly number[];
  /** JSON number over the whole window. */
  readonly average: string;
}

/** How one metric's series become one. Series without points take no part; of one alone nothing changes. */
export type SeriesMerge = (series: readonly Series[], weights: readonly (Series | undefined)[]) => Series | undefined;

/** Rates and lengths: added point by point, and so are their averages. */
export const addedSeries: SeriesMerge = (series) => merged(series, (values) => sumOf(values.map(({ text }) => text)));

/**
 * Durations: the mean of the sources, weighted by each one's throughput at the same moment; the plain mean where nothing
 * was processed. The average is weighted by the average throughput, since means of points are not the mean of all
 * measurements (monitoring contract 5.5).
 */
export const weightedSeries: SeriesMerge = (series, weights) => merged(series, weightedMean, weights);

interface Value {
  readonly text: string;
  readonly weight: number;
}

function merged(
  series: readonly Series[],
  combine: (values: readonly Value[]) => string,
  weights: readonly (Series | undefined)[] = [],
): Series | undefined {
  const shares = series
    .map((of, at) => ({ of, weight: weights[at], weightAt: pointsBySlot(weights[at]) }))
    .filter(({ of }) => of.points.length > 0);
  const [only, ...others] = shares;
  if (only === undefined || others.length === 0) return only?.of;
  const values = new Map<number, Value[]>();
  for (const { of, weightAt } of shares) {
    of.points.forEach((text, at) => {
      const slot = of.slots[at] ?? at;
      const value = { text, weight: Number(weightAt.get(slot) ?? 0) };
      const known = values.get(slot);
      if (known === undefined) values.set(slot, [value]);
      else known.push(value);
    });
  }
  const slots = [...values.keys()].sort((left, right) => left - right);
  return {
    slots,
    points: slots.map((slot) => combine(values.get(slot) ?? [])),
    average: combine(shares.map(({ of, weight }) => ({ text: of.average, weight: Number(weight?.average ?? 0) }))),
  };
}

function pointsBySlot(series: Series | undefined): ReadonlyMap<number, string> {
  return new Map(series?.points.map((text, at) => [series.slots[at] ?? at, text]));
}

function weightedMean(values: readonly Value[]): string {
  const [first, ...others] = values;
  if (first === undefined || others.length === 0) return first?.text ?? '0';
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  const mean =
    total > 0
      ? values.reduce((sum, { text, weight }) => sum + Number(text) * weight, 0) / total
      : values.reduce((sum, { text }) => sum + Number(text), 0) / values.length;
  return Number.isFinite(mean) ? String(mean) : first.text;
}
