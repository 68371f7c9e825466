/** One source's series of one metric. */
export interface Series {
  /** Oldest first; none as long as the metric was never reported. */
  readonly points: readonly number[];
  /** When each point is from: equal numbers of two sources are one moment. Ascending. */
  readonly slots: readonly number[];
  /** Over the whole window. */
  readonly average: number;
}

/** A series and the throughput behind it, where it is known. */
export interface WeightedSeries {
  readonly series: Series;
  readonly throughput?: Series | undefined;
}

/**
 * How the series of one metric become one. Those without points take no part; one alone is the result, the very same
 * object; undefined when there is none.
 */
export type SeriesMerge = (sources: readonly WeightedSeries[]) => Series | undefined;

/** Rates and lengths: added moment by moment, and so are their averages. */
export const addedSeries: SeriesMerge = (sources) => merged(sources, ({ sum }) => sum);

/**
 * Durations: the mean of the sources, weighted by each one's throughput at the same moment; the plain mean where nothing
 * was processed. The average is weighted by the average throughput, since means of points are not the mean of all
 * measurements (monitoring contract 5.5).
 */
export const weightedSeries: SeriesMerge = (sources) =>
  merged(sources, ({ sum, count, weightedSum, weight }) => {
    if (count === 1) return sum;
    return weight > 0 ? weightedSum / weight : sum / count;
  });

/** What the sources have at one moment. */
interface Moment {
  sum: number;
  count: number;
  weightedSum: number;
  weight: number;
}

function merged(sources: readonly WeightedSeries[], value: (moment: Moment) => number): Series | undefined {
  const present = sources.filter(({ series }) => series.points.length > 0);
  const [only, ...others] = present;
  if (only === undefined || others.length === 0) return only?.series;
  const bySlot = new Map<number, Moment>();
  const whole = noMoment();
  for (const { series, throughput } of present) {
    const weightAt = throughput === undefined ? () => 0 : pointAt(throughput);
    series.points.forEach((point, at) => {
      const slot = series.slots[at] ?? at;
      let moment = bySlot.get(slot);
      if (moment === undefined) bySlot.set(slot, (moment = noMoment()));
      add(moment, point, weightAt(slot, at));
    });
    add(whole, series.average, throughput?.average ?? 0);
  }
  const slots = [...bySlot.keys()].sort((left, right) => left - right);
  return {
    slots,
    points: slots.map((slot) => bounded(value(bySlot.get(slot) ?? noMoment()))),
    average: bounded(value(whole)),
  };
}

/** Looks at the same index first: series of one answer nearly always have one time axis. */
function pointAt({ points, slots }: Series): (slot: number, guess: number) => number {
  return (slot, guess) => points[slots[guess] === slot ? guess : slots.indexOf(slot)] ?? 0;
}

/** JSON has no infinity: sums beyond all doubles are the greatest double there is. */
function bounded(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

function noMoment(): Moment {
  return { sum: 0, count: 0, weightedSum: 0, weight: 0 };
}

function add(moment: Moment, point: number, weight: number): void {
  moment.sum += point;
  moment.count += 1;
  moment.weightedSum += point * weight;
  moment.weight += weight;
}
