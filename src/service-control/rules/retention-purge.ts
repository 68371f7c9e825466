import type { MemberRow } from '../../aggregation/merge/member-row.js';
import { anyTrue, maximumDate } from '../../aggregation/merge/field-rules.js';
import { combineFields } from '../../aggregation/merge/merge-by-key.js';
import type { JsonRow } from '../../json-text/json-row.js';

/** From worst to best (contract 11.4). */
const outcomes = ['failed', 'cancelled', 'succeeded'];

/**
 * `maintenance/retention/purge/status`: running while any member is, the worst last outcome with its error, the latest
 * times (contract 11.4).
 */
export function mergePurgeStatus(documents: readonly MemberRow[]): Buffer {
  const worst = [...documents].sort((left, right) => rankOf(left.row) - rankOf(right.row))[0];
  return combineFields(documents, {
    is_running: anyTrue,
    last_started_at: maximumDate,
    last_finished_at: maximumDate,
    last_outcome: (field) => worst?.row.raw(field),
    last_error: (field) => worst?.row.raw(field),
  }).bytes;
}

function rankOf(row: JsonRow): number {
  const rank = outcomes.indexOf(row.text('last_outcome') ?? '');
  return rank < 0 ? outcomes.length : rank;
}
