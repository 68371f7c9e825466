import { agreedText, maximumDate, minimumDate, sum } from '../../aggregation/merge/field-rules.js';
import { fieldByField, type Combined, type KeyedRows } from '../../aggregation/merge/merge-by-key.js';
import type { MemberRow } from '../../aggregation/merge/member-row.js';
import { newestLast } from './failure-groups.js';

/**
 * One group as `recoverability/groups/id/{groupId}` and `archive/groups/id/{groupId}` show it (contract 4.5), from every
 * member that has it. Those routes never send a comment; should a member do so, it counts as in `failureGroups`.
 */
export const combineGroupView: (rows: readonly MemberRow[]) => Combined = fieldByField({
  count: sum,
  first: minimumDate,
  last: maximumDate,
  comment: agreedText,
});

/** Groups of archived messages (`errors/groups/{classifier}`): newest first, at most 200 (contract 9.2). */
export const archivedGroups: KeyedRows = {
  key: (row) => row.text('id'),
  combine: combineGroupView,
  order: () => newestLast,
  limit: { rows: 200, counts: () => true },
};
