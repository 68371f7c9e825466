import { byField } from '../../aggregation/merge/compare.js';
import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { joinRows } from '../../json-text/write.js';

const newestFinish = byField({ field: 'finish_time', kind: 'date', direction: 'desc' });

/**
 * One saga of several members: the first one's document with everybody's changes, the newest first, none left out, as a
 * member does for its audit instances (contract 8.7).
 */
export function mergeSagas(sagas: readonly JsonRow[]): Buffer {
  const [base, ...others] = sagas;
  if (base === undefined) throw new Error('there is no saga to merge');
  if (others.length === 0 || sagas.every((saga) => saga.array('changes') === undefined)) return base.bytes;
  const changes = sagas.flatMap((saga) => saga.array('changes') ?? []).sort(newestFinish);
  return editRow(base, { changes: joinRows(changes.map(({ bytes }) => bytes)) });
}
