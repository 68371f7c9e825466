import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { addedSeries, weightedSeries, type Series, type SeriesMerge } from './series.js';

/** The metrics of Monitoring and how those of several sources become one (monitoring contract 4.2). */
const merges = new Map<string, SeriesMerge>([
  ['processingTime', weightedSeries],
  ['criticalTime', weightedSeries],
  ['retries', addedSeries],
  ['throughput', addedSeries],
  ['queueLength', addedSeries],
]);

/** One source's `metrics` object: a map of metric name to `{average, points}`. */
export interface MetricsSource {
  readonly metrics: JsonRow;
  /** When the points of a metric are from, given how many there are. */
  readonly slots: (metric: string, length: number) => readonly number[];
}

/** A series as it is written, and the source's own text of it when it is one source's alone. */
export interface MergedSeries {
  readonly series: Series;
  readonly own: JsonRow | undefined;
}

/** The merged series by metric name, for those metrics that any source has points of. */
export type MergedMetrics = ReadonlyMap<string, MergedSeries>;

/** The series of several sources metric by metric. A metric that nobody ever reported is not in the result. */
export function mergeSeries(sources: readonly MetricsSource[]): MergedMetrics {
  const read = sources.map((source) => readSource(source));
  const merged = new Map<string, MergedSeries>();
  for (const [metric, merge] of merges) {
    const present = read.flatMap((of) => {
      const found = of.get(metric);
      return found === undefined ? [] : [{ ...found, throughput: of.get('throughput')?.series }];
    });
    const series = merge(present);
    if (series !== undefined) merged.set(metric, { series, own: present.find((one) => one.series === series)?.own });
  }
  return merged;
}

/**
 * The first source's `metrics` object with the merged series in it; what is not merged stays as the first source has it,
 * and a series that one source alone has keeps that source's bytes.
 * @param shape the fields of one merged metric as JSON text
 */
export function writeMetrics(
  sources: readonly MetricsSource[],
  merged: MergedMetrics,
  shape: (series: Series) => Readonly<Record<string, string>>,
): Buffer {
  const base = sources[0]?.metrics;
  if (base === undefined) throw new Error('there are no metrics to write');
  const edits: Record<string, Buffer> = {};
  for (const [metric, { series, own }] of merged) {
    const first = base.object(metric) ?? sources.flatMap(({ metrics }) => metrics.object(metric) ?? [])[0];
    if (own !== undefined) edits[metric] = own.bytes;
    else if (first !== undefined) edits[metric] = editRow(first, shape(series));
  }
  return editRow(base, edits);
}

/** `{average, points}`, the points cut to the newest `width` of them. */
export function pointsShape(width: number): (series: Series) => Readonly<Record<string, string>> {
  return ({ average, points }) => ({ average: String(average), points: JSON.stringify(points.slice(-width)) });
}

function readSource({ metrics, slots }: MetricsSource): ReadonlyMap<string, { series: Series; own: JsonRow }> {
  const read = new Map<string, { series: Series; own: JsonRow }>();
  for (const { key, value } of metrics.fields()) {
    if (!merges.has(key)) continue;
    const { points, average } = readMetric(value);
    read.set(key, {
      own: value,
      series: { points, average, slots: points.length === 0 ? [] : slots(key, points.length) },
    });
  }
  return read;
}

/** Parsed as a whole: these are 300 numbers a row, polled every second. What is no list of numbers is no series. */
function readMetric(metric: JsonRow): { readonly points: readonly number[]; readonly average: number } {
  const { points, average } = parsed(metric) ?? {};
  return {
    points: Array.isArray(points) && points.every((point): point is number => Number.isFinite(point)) ? points : [],
    average: typeof average === 'number' && Number.isFinite(average) ? average : 0,
  };
}

function parsed(metric: JsonRow): { readonly points?: unknown; readonly average?: unknown } | undefined {
  try {
    return (JSON.parse(metric.bytes.toString('latin1')) as object | null) ?? undefined;
  } catch {
    return undefined;
  }
}
