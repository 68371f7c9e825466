import type { MemberRow } from '../../aggregation/merge/member-row.js';
import { unionRows, type UnionRows } from '../../aggregation/merge/union.js';
import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { joinRows, quoteText } from '../../json-text/write.js';

/** Masks of all members, each once: the list is replaced as a whole, so none may be lost on reading (decision 40). */
export const masks: UnionRows & { readonly elements: 'any' } = {
  elements: 'any',
  key: (row) => row.text(),
};

const settingLists = ['service_control_settings', 'monitoring_settings', 'broker_settings'];

/** `licensing/settings/info`: the settings of every member's transport, each name once (licensing contract 3.5). */
export function mergeSettingsInfo(documents: readonly MemberRow[]): Buffer {
  const base = firstOf(documents);
  const edits: Record<string, Buffer> = {};
  for (const field of settingLists) {
    const lists = documents.flatMap(({ memberKey, row }) => listOf(memberKey, row.array(field)));
    if (lists.length > 1) edits[field] = joinRows(unionRows(lists, { key: (row) => row.text('name') }));
  }
  return documents.length === 1 ? base.bytes : editRow(base, edits);
}

/**
 * `licensing/settings/test`: a connection is well when it is well on every member that has one (licensing contract 3.6).
 * Members without a broker to test say "not successful" with nothing to tell, and are left out.
 */
export function mergeSettingsTest(documents: readonly MemberRow[]): Buffer {
  const base = firstOf(documents);
  if (documents.length === 1) return base.bytes;
  const edits: Record<string, Buffer> = {};
  for (const field of ['audit_connection_result', 'monitoring_connection_result', 'broker_connection_result']) {
    const results = documents.flatMap(({ memberKey, row }) => resultOf(memberKey, row.object(field)));
    const merged = mergeResults(results.filter(({ row }) => hasSomethingToTell(row)));
    if (merged !== undefined) edits[field] = merged;
  }
  return editRow(base, edits);
}

function mergeResults(results: readonly MemberRow[]): Buffer | undefined {
  const [first, ...others] = results;
  if (first === undefined || others.length === 0) return first?.row.bytes;
  const failed = results.find(({ row }) => row.boolean('connection_successful') === false);
  const errors = results.flatMap(({ row }) => row.array('connection_error_messages') ?? []);
  const diagnostics = results.map(({ memberKey, row }) => `${memberKey}:\n${row.text('diagnostics') ?? ''}`);
  return editRow((failed ?? first).row, {
    connection_error_messages: joinRows(errors.map(({ bytes }) => bytes)),
    diagnostics: quoteText(diagnostics.join('\n')),
  });
}

function hasSomethingToTell(result: JsonRow): boolean {
  if (result.boolean('connection_successful') === true || (result.text('diagnostics') ?? '') !== '') return true;
  return (result.array('connection_error_messages') ?? []).length > 0;
}

function firstOf([first]: readonly MemberRow[]): JsonRow {
  if (first === undefined) throw new Error('there is nothing to merge');
  return first.row;
}

function listOf(
  memberKey: string,
  rows: readonly JsonRow[] | undefined,
): { memberKey: string; rows: readonly JsonRow[] }[] {
  return rows === undefined ? [] : [{ memberKey, rows }];
}

function resultOf(memberKey: string, row: JsonRow | undefined): MemberRow[] {
  return row === undefined ? [] : [{ memberKey, row }];
}
