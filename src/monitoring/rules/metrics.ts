import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { addedSeries, weightedSeries, type Series, type SeriesMerge } from './series.js';

/** The metrics of Monitoring and how those of several sources become one (monitoring contract 4.2). */
const merges: Readonly<Record<string, SeriesMerge>> = {
  processingTime: weightedSeries,
  criticalTime: weightedSeries,
  retries: addedSeries,
  throughput: addedSeries,
  queueLength: addedSeries,
};

const number = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/.source;
const numberList = new RegExp(`^\\[\\s*${number}(?:\\s*,\\s*${number})*\\s*\\]$`, 'i');

/** One source's `metrics` object: a map of metric name to `{average, points}`. */
export interface MetricsSource {
  readonly metrics: JsonRow;
  /** When the points of a metric are from, given how many there are. */
  readonly slots: (metric: string, length: number) => readonly number[];
}

/** The merged series by metric name, for those metrics that any source has points of. */
export type MergedMetrics = ReadonlyMap<string, Series>;

/** The series of several sources metric by metric. A metric that nobody ever reported is not in the result. */
export function mergeSeries(sources: readonly MetricsSource[]): MergedMetrics {
  const weights = sources.map((source) => seriesOf(source, 'throughput'));
  const merged = new Map<string, Series>();
  for (const [metric, merge] of Object.entries(merges)) {
    const present = sources.flatMap((source, at) => {
      const series = seriesOf(source, metric);
      return series === undefined ? [] : [{ series, weight: weights[at] }];
    });
    const result = merge(
      present.map(({ series }) => series),
      present.map(({ weight }) => weight),
    );
    if (result !== undefined) merged.set(metric, result);
  }
  return merged;
}

/**
 * The first source's `metrics` object with the merged series in it; what is not merged stays as the first source has it.
 * @param shape the fields of one metric as JSON text
 */
export function writeMetrics(
  sources: readonly MetricsSource[],
  merged: MergedMetrics,
  shape: (series: Series, metric: string) => Readonly<Record<string, string>>,
): Buffer {
  const [base] = sources;
  if (base === undefined) throw new Error('there are no metrics to write');
  const edits: Record<string, Buffer> = {};
  for (const [metric, series] of merged) {
    const known = sources.flatMap(({ metrics }) => metrics.object(metric) ?? []);
    const own = base.metrics.object(metric) ?? known[0];
    if (own !== undefined) edits[metric] = editRow(own, shape(series, metric));
  }
  return editRow(base.metrics, edits);
}

/** `{average, points}`, the points cut to the newest `width` of them. */
export function pointsShape(width: number): (series: Series) => Readonly<Record<string, string>> {
  return ({ average, points }) => ({ average, points: `[${points.slice(-width).join(',')}]` });
}

function seriesOf({ metrics, slots }: MetricsSource, metric: string): Series | undefined {
  const own = metrics.object(metric);
  if (own === undefined) return undefined;
  const points = numbersOf(own.raw('points'));
  return { points, slots: slots(metric, points.length), average: own.number('average') ?? '0' };
}

/**
 * A JSON array of numbers as their texts; anything else is no series. Split, not parsed: these are 300 numbers a row,
 * polled every second.
 */
function numbersOf(array: Buffer | undefined): readonly string[] {
  const text = array?.toString('latin1') ?? '';
  return numberList.test(text)
    ? text
        .slice(1, -1)
        .split(',')
        .map((point) => point.trim())
    : [];
}
