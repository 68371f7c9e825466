import { documentOf } from '../../fan-out/read-answer.js';
import type { HitRule } from '../../routing/first-hit.strategy.js';
import { combineGroupView } from './archived-groups.js';
import { failedMessage } from './owned-records.js';
import { mergeSagas } from './sagas.js';

/** `errors/{id}` and `errors/last/{id}`: one message from the member that holds it. */
export function failedMessageDocument(parameter: string): HitRule {
  return { words: 'failed-message', record: { of: failedMessage, parameter } };
}

/** `groups/id/{id}`: a group's id is the same on every member, so all that have it are one group (proposal 6.3). */
export const oneGroup: HitRule = {
  words: 'group of every member that has it',
  merge: (hits) => combineGroupView(hits.map((hit) => ({ memberKey: hit.member.key, row: documentOf(hit) }))).bytes,
};

/** `sagas/{id}`: audits know sagas, and `Total-Count` says how many; a member that knows none answers 204 (contract 8.7). */
export const saga: HitRule = {
  words: 'changes of every member that knows it',
  sumsTotals: true,
  merge: (hits) => mergeSagas(hits.map(documentOf)),
};
