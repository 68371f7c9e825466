import { first, rawValues, sum, type FieldRule } from '../../aggregation/merge/field-rules.js';
import { fieldByField, type KeyedRows } from '../../aggregation/merge/merge-by-key.js';
import type { MemberList, MemberRow } from '../../aggregation/merge/member-row.js';
import { unionRows, type UnionRows } from '../../aggregation/merge/union.js';
import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { UnusableRows } from '../../json-text/unusable-rows.js';
import { joinRows, quoteText } from '../../json-text/write.js';
import { mergeSeries, pointsShape, writeMetrics } from './metrics.js';

/** Points of one series, whatever the history (monitoring contract 4.1). */
const seriesLength = 60;

/**
 * Monitored endpoints of several members, one row per name in exactly this spelling. Series of the list have no time axis,
 * so they are laid over each other by the time each member's answer arrived; the newest 60 points stay. Instances that
 * report to two members count twice here, as the list shows no state per instance (monitoring contract 5.7).
 * @param newestBucket the bucket in which the member's answer arrived, see `bucketAt`
 */
export function monitoredEndpoints(newestBucket: (memberKey: string) => number): KeyedRows {
  const metrics: FieldRule = (field, rows) => {
    const sources = rows.flatMap(({ memberKey, row }) => {
      const of = row.object(field);
      if (of === undefined) return [];
      const slots = countingTo(newestBucket(memberKey));
      return [{ metrics: of, slots: (_: string, length: number) => slots(length) }];
    });
    if (sources.length < 2) return first(field, rows);
    return writeMetrics(sources, mergeSeries(sources), pointsShape(seriesLength));
  };
  return {
    key: (row) => row.text('name'),
    combine: fieldByField({
      isStale: nobodyConnected,
      endpointInstanceIds: distinct,
      metrics,
      disconnectedCount: sum,
      connectedCount: sum,
    }),
  };
}

/** The same endpoints when members' rows are not to be merged: `Sales (eu)`. */
export const endpointsOfMembers: UnionRows = {
  edit: (row, memberKey) => {
    const name = row.text('name');
    return name === undefined ? row.bytes : editRow(row, { name: quoteText(nameAtMember(name, memberKey)) });
  },
};

/** `Sales (eu)`: an endpoint of one member. */
export function nameAtMember(name: string, memberKey: string): string {
  return `${name} (${memberKey})`;
}

/** The reverse of `nameAtMember`; undefined when the name ends with no known member's key. */
export function readNameAtMember(
  shown: string,
  memberKeys: readonly string[],
): { readonly name: string; readonly memberKey: string } | undefined {
  const memberKey = memberKeys.find((key) => shown.endsWith(` (${key})`));
  return memberKey === undefined ? undefined : { name: shown.slice(0, -` (${memberKey})`.length), memberKey };
}

/**
 * How many endpoints have no connected instance on any member (decision 50d): the number that members call disconnected
 * cannot be added up, since one name may be alive elsewhere.
 * @throws UnusableRows for a row without a name
 */
export function countDisconnected(lists: readonly MemberList[], by: 'name' | 'member'): number {
  const isDisconnected = new Map<string, boolean>();
  for (const { memberKey, rows } of lists) {
    for (const row of rows) {
      const name = row.text('name');
      if (name === undefined) throw new UnusableRows(memberKey, 'an endpoint has no name');
      const key = by === 'name' ? name : nameAtMember(name, memberKey);
      isDisconnected.set(key, (isDisconnected.get(key) ?? true) && isUnconnected(row));
    }
  }
  return [...isDisconnected.values()].filter(Boolean).length;
}

/** Members before 6.15 call an endpoint stale when any instance is, so the count decides where there is one. */
function isUnconnected(row: JsonRow): boolean {
  const connected = row.number('connectedCount');
  return connected === undefined ? row.boolean('isStale') === true : Number(connected) === 0;
}

const nobodyConnected: FieldRule = (field, rows) => {
  if (rawValues(field, rows).length === 0) return undefined;
  return Buffer.from(String(rows.every(({ row }) => isUnconnected(row))));
};

const distinct: FieldRule = (field, rows) => {
  const lists = rows.flatMap(({ memberKey, row }: MemberRow) => {
    const elements = row.array(field);
    return elements === undefined ? [] : [{ memberKey, rows: elements }];
  });
  return lists.length < 2 ? first(field, rows) : joinRows(unionRows(lists, { key: (row) => row.text() }));
};

/** Numbers that end at `newest`; the last list is kept, since series of one row are equally long. */
function countingTo(newest: number): (length: number) => readonly number[] {
  let last: readonly number[] = [];
  return (length) => {
    if (last.length !== length) last = Array.from({ length }, (_, at) => newest - length + 1 + at);
    return last;
  };
}
