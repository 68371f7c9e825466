import { allTrue, type FieldRule } from '../../aggregation/merge/field-rules.js';
import { IndexedRow } from '../../aggregation/merge/indexed-row.js';
import { combineFields, mergeByKey, type KeyedRows } from '../../aggregation/merge/merge-by-key.js';
import type { MemberList, MemberRow } from '../../aggregation/merge/member-row.js';
import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { UnusableRows } from '../../json-text/unusable-rows.js';
import { joinRows, quoteText } from '../../json-text/write.js';
import { mergeSeries, pointsShape, writeMetrics, type MergedMetrics, type MetricsSource } from './metrics.js';
import type { Series } from './series.js';

/**
 * One endpoint's details from every member that has it (monitoring contract 4.3). All members answer 200 to any name; a
 * member has the endpoint when it lists instances or any points. Series are laid over each other by their time axes, whose
 * union is the merged axis; instances and message types are merged by id; the digest follows from the merged series. What
 * one member alone has, or nobody, keeps its bytes.
 * @throws UnusableRows for points without a time axis, and for an instance or message type without an id
 */
export function mergeEndpointDetails(documents: readonly MemberRow[]): Buffer {
  const holders = documents
    .map(({ memberKey, row }) => ({ memberKey, row: IndexedRow.of(row) }))
    .filter(({ row }) => hasEndpoint(row));
  const [base, ...others] = holders;
  if (base === undefined || others.length === 0) return (base ?? firstOf(documents)).row.bytes;
  const axes = new Map(holders.map((holder) => [holder.memberKey, axesOf(holder)]));
  const details = sourcesOf(holders, axes, (row) => row.object('metricDetails', 'metrics'));
  const series = mergeSeries(details);
  const axisTexts = axisTextsOf(axes);
  return editRow(base.row, {
    ...edited(base.row, 'digest', () => writeMetrics(digestsOf(holders), computed(series), digestShape)),
    ...listed(holders, 'instances', { isStale: allTrue, metrics: metricsBy(axes) }),
    ...listed(holders, 'messageTypes', { metrics: metricsBy(axes) }),
    ...edited(base.row, 'metricDetails', () => writeMetrics(details, series, detailsShape(axisTexts))),
  });
}

/** Moments and their spelling, per metric, of one member's answer. */
type Axes = ReadonlyMap<string, readonly { readonly slot: number; readonly text: string }[]>;

function hasEndpoint(row: JsonRow): boolean {
  if ((row.array('instances') ?? []).length > 0) return true;
  const metrics = row.object('metricDetails', 'metrics');
  return metrics !== undefined && [...metrics.fields()].some(({ value }) => (value.array('points') ?? []).length > 0);
}

function axesOf({ row }: MemberRow): Axes {
  const metrics = row.object('metricDetails', 'metrics');
  return new Map(
    [...(metrics?.fields() ?? [])].map(({ key, value }) => {
      const texts = (value.array('timeAxisValues') ?? []).flatMap((moment) => moment.text() ?? []);
      return [key, texts.map((text) => ({ slot: Date.parse(text), text }))];
    }),
  );
}

function sourcesOf(
  holders: readonly MemberRow[],
  axes: ReadonlyMap<string, Axes>,
  metricsOf: (row: JsonRow) => JsonRow | undefined,
): readonly MetricsSource[] {
  return holders.flatMap(({ memberKey, row }) => {
    const metrics = metricsOf(row);
    if (metrics === undefined) return [];
    return [{ metrics, slots: (metric, length) => slotsOf(memberKey, axes.get(memberKey), { metric, length }) }];
  });
}

/** A member reads its clock once per metric, so the metric's own axis comes before that of another one. */
function slotsOf(
  memberKey: string,
  axes: Axes | undefined,
  points: { readonly metric: string; readonly length: number },
): readonly number[] {
  const candidates = [axes?.get(points.metric), ...(axes?.values() ?? [])];
  const axis = candidates.find((values) => values?.length === points.length);
  if (axis === undefined || axis.some(({ slot }) => Number.isNaN(slot))) {
    throw new UnusableRows(memberKey, 'a series has no time axis');
  }
  return axis.map(({ slot }) => slot);
}

function metricsBy(axes: ReadonlyMap<string, Axes>): FieldRule {
  return (field, rows) => {
    const sources = sourcesOf(rows, axes, (row) => row.object(field));
    return sources.length === 0 ? undefined : writeMetrics(sources, mergeSeries(sources), pointsShape(Infinity));
  };
}

function listed(
  holders: readonly MemberRow[],
  field: string,
  fields: Readonly<Record<string, FieldRule>>,
): Readonly<Record<string, Buffer>> {
  const lists = holders.flatMap(({ memberKey, row }): MemberList[] => {
    const rows = row.array(field);
    return rows === undefined ? [] : [{ memberKey, rows }];
  });
  const byId: KeyedRows = { key: (row) => row.text('id'), combine: (rows) => combineFields(rows, fields) };
  return lists.length === 0 ? {} : { [field]: joinRows(mergeByKey(lists, byId).rows) };
}

/** Replaces `metrics` inside one field of the document, if the document has it. */
function edited(row: JsonRow, field: string, metrics: () => Buffer): Readonly<Record<string, Buffer>> {
  const own = row.object(field);
  return own?.object('metrics') === undefined ? {} : { [field]: editRow(own, { metrics: metrics() }) };
}

function digestsOf(holders: readonly MemberRow[]): readonly MetricsSource[] {
  return holders.flatMap(({ row }) => {
    const metrics = row.object('digest', 'metrics');
    return metrics === undefined ? [] : [{ metrics, slots: () => [] }];
  });
}

/** A digest is not a series, so nobody's own text of one can stand for it. */
function computed(series: MergedMetrics): MergedMetrics {
  return new Map([...series].map(([metric, { series: of }]) => [metric, { series: of, own: undefined }]));
}

function digestShape({ points, average }: Series): Readonly<Record<string, string>> {
  return { latest: String(points.at(-1) ?? 0), average: String(average) };
}

function detailsShape(axisTexts: ReadonlyMap<number, string>): (series: Series) => Readonly<Record<string, string>> {
  return ({ average, points, slots }) => ({
    timeAxisValues: `[${slots.map((slot) => quoteText(axisTexts.get(slot) ?? '')).join(',')}]`,
    average: String(average),
    points: JSON.stringify(points),
  });
}

function axisTextsOf(axes: ReadonlyMap<string, Axes>): ReadonlyMap<number, string> {
  const moments = [...axes.values()].flatMap((of) => [...of.values()].flat());
  return new Map(moments.map(({ slot, text }) => [slot, text]));
}

function firstOf([first]: readonly MemberRow[]): MemberRow {
  if (first === undefined) throw new Error('there are no details to merge');
  return first;
}
