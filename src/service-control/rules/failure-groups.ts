import { byField, type Order } from '../../aggregation/merge/compare.js';
import {
  anyTrue,
  agreedText,
  first,
  firstNonEmpty,
  maximumDate,
  minimumDate,
  sum,
  type FieldRule,
} from '../../aggregation/merge/field-rules.js';
import { combineFields, type Combined, type FieldRules, type KeyedRows } from '../../aggregation/merge/merge-by-key.js';
import type { MemberRow } from '../../aggregation/merge/member-row.js';
import { readDocument, type JsonRow } from '../../json-text/json-row.js';

/** States of a retry or an archive, the most active first (decision 17); a state unknown here counts as unfinished. */
const activity = new Map([
  ['Preparing', 6],
  ['ArchiveStarted', 6],
  ['Forwarding', 5],
  ['ArchiveProgressing', 5],
  ['ArchiveFinalizing', 4],
  ['Waiting', 3],
  ['Completed', 1],
  ['ArchiveCompleted', 1],
  ['None', 0],
]);
const unknownState = 2;
const finished = 1;

/** The state that says most about work still going on; equal ones as the first member tells it. */
const mostActive: FieldRule = (field, rows) => {
  const stated = rows.filter(({ row }) => row.text(field) !== undefined);
  const [start] = stated;
  if (start === undefined) return first(field, rows);
  return stated.reduce((best, next) => (activityOf(next) > activityOf(best) ? next : best), start).row.raw(field);
};

/**
 * The mean of the members' progress, weighted by the messages of each one's operation: remaining and completed where both
 * are sent (archives), else all messages of the group. Members that do nothing carry no weight.
 */
const weightedProgress: FieldRule = (field, rows) => {
  const parts = rows.filter((part) => takesPart(part) && part.row.number(field) !== undefined);
  const [start, ...others] = parts;
  if (start === undefined) return first(field, rows);
  if (others.length === 0) return start.row.raw(field);
  const weights = parts.map(({ row }) => weightOf(row));
  const total = weights.reduce((all, weight) => all + weight, 0);
  const shares = weights.map((weight) => (total === 0 ? 1 / parts.length : weight / total));
  const mean = parts.reduce((soFar, { row }, at) => soFar + Number(row.number(field)) * (shares[at] ?? 0), 0);
  return Buffer.from(String(Number(mean.toFixed(2))));
};

/** The latest date, and none while a member that takes part is still at work. */
const maximumWhenAllFinished: FieldRule = (field, rows) =>
  rows.some((part) => takesPart(part) && activityOf(part) !== finished) ? undefined : maximumDate(field, rows);

/** An archive started for a group unknown to its member records this for a title (contract 9.3). */
const noTitle = 'Undefined';

const recordedTitle: FieldRule = (field, rows) => {
  const recorded = rows.filter(({ row }) => row.text(field) !== noTitle);
  return firstNonEmpty(field, recorded.some(({ row }) => row.raw(field) !== undefined) ? recorded : rows);
};

const fields: FieldRules = {
  title: recordedTitle,
  type: firstNonEmpty,
  count: sum,
  first: minimumDate,
  last: maximumDate,
  comment: agreedText,
  operation_status: mostActive,
  operation_progress: weightedProgress,
  operation_remaining_count: sum,
  operation_messages_completed_count: sum,
  operation_failed: anyTrue,
  operation_start_time: minimumDate,
  operation_completion_time: maximumWhenAllFinished,
  last_operation_completion_time: maximumWhenAllFinished,
  need_user_acknowledgement: anyTrue,
};

/** By `last`, the newest first; groups without it at the end. */
export const newestLast: Order = byField({ field: 'last', kind: 'date', direction: 'desc' });

/**
 * Groups of failed messages with the state of their retry or archive (contract 4.6, 9.1). The id of a group is the same on
 * every member. Members list at most 200 stored groups; groups that exist only because an operation on them has finished
 * come on top, and are told by their missing `first`.
 */
export const failureGroups: KeyedRows = {
  key: (row) => row.text('id'),
  combine: combineGroup,
  order: () => newestLast,
  limit: { rows: 200, counts: (row) => row.raw('first') !== undefined },
};

/** One member can list one id several times (contract 9.1): those are one row before members are compared. */
function combineGroup(rows: readonly MemberRow[]): Combined {
  const memberKeys = [...new Set(rows.map(({ memberKey }) => memberKey))];
  const perMember = memberKeys.map((memberKey) => foldWithin(rows.filter((row) => row.memberKey === memberKey)));
  return combineFields(perMember, perMember.length === 1 ? {} : fields);
}

/** The row with the newest `last`, to be acknowledged when any of them is (decision 16). */
function foldWithin(rows: readonly MemberRow[]): MemberRow {
  const [newest, ...others] = [...rows].sort((left, right) => newestLast(left.row, right.row));
  if (newest === undefined) throw new Error('there is nothing to fold');
  if (others.length === 0) return newest;
  const { bytes } = combineFields([newest, ...others], { need_user_acknowledgement: anyTrue });
  return { memberKey: newest.memberKey, row: readDocument(bytes) };
}

function activityOf({ row }: MemberRow): number {
  const state = row.text('operation_status');
  return state === undefined ? 0 : (activity.get(state) ?? unknownState);
}

function takesPart(part: MemberRow): boolean {
  return activityOf(part) > 0;
}

function weightOf(row: JsonRow): number {
  const remaining = row.number('operation_remaining_count');
  const completed = row.number('operation_messages_completed_count');
  if (remaining === undefined || completed === undefined) return Number(row.number('count') ?? 0);
  return Number(remaining) + Number(completed);
}
