import { byField } from '../../aggregation/merge/compare.js';
import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { joinRows } from '../../json-text/write.js';

const newestCompletion = byField({ field: 'completion_time', kind: 'date', direction: 'desc' });

/** `recoverability/history`, one document per member. */
export const retryHistory = { words: 'histories joined', sumDocuments: mergeRetryHistory };

/**
 * `recoverability/history` of several members as one (contract 9.5): finished operations by completion time, the newest
 * first, cut at the longest list that any one member sent, since a member's depth shows nowhere else; operations that
 * nobody acknowledged yet one member after another, all of them.
 */
export function mergeRetryHistory(documents: readonly JsonRow[]): Buffer {
  const [base, ...others] = documents;
  if (base === undefined) throw new Error('there is no history to merge');
  if (others.length === 0) return base.bytes;
  const historic = documents.map((document) => document.array('historic_operations') ?? []);
  const depth = Math.max(...historic.map(({ length }) => length));
  const newest = historic.flat().sort(newestCompletion).slice(0, depth);
  const unacknowledged = documents.flatMap((document) => document.array('unacknowledged_operations') ?? []);
  const edits: Record<string, Buffer> = {};
  for (const [field, operations] of Object.entries({
    historic_operations: newest,
    unacknowledged_operations: unacknowledged,
  })) {
    if (documents.some((document) => document.array(field) !== undefined)) {
      edits[field] = joinRows(operations.map(({ bytes }) => bytes));
    }
  }
  return editRow(base, edits);
}
