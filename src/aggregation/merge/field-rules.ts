import { compareDates } from './ticks.js';
import type { MemberRow } from './member-row.js';

/** A value that members contradict each other about: the one chosen, for the caller to log. */
export interface Disputed {
  readonly chosen: Buffer;
}

/** JSON text of a merged field; undefined when the merged row has no such field. */
export type FieldValue = Buffer | Disputed | undefined;

/** Combines one field over the rows of one key, in member order, the lead first. A field absent from all stays absent. */
export type FieldRule = (field: string, rows: readonly MemberRow[]) => FieldValue;

/** The first row that has the field. */
export const first: FieldRule = (field, rows) => rawValues(field, rows)[0];

/** The first text that is not empty, else the first value of any kind. */
export const firstNonEmpty: FieldRule = (field, rows) =>
  rows.find(({ row }) => (row.text(field) ?? '') !== '')?.row.raw(field) ?? first(field, rows);

/** As `firstNonEmpty`; disputed when members sent different texts. */
export const agreedText: FieldRule = (field, rows) => {
  const texts = new Set(rows.map(({ row }) => row.text(field) ?? '').filter((text) => text !== ''));
  const chosen = firstNonEmpty(field, rows);
  return texts.size > 1 && Buffer.isBuffer(chosen) ? { chosen } : chosen;
};

/** The sum of the numbers sent; whole numbers are added exactly, whatever their size. */
export const sum: FieldRule = (field, rows) => {
  const numbers = rows.flatMap(({ row }) => row.number(field) ?? []);
  return numbers.length === 0 ? first(field, rows) : Buffer.from(sumOf(numbers));
};

/** The sum of JSON numbers as JSON text: exact for whole numbers, as doubles otherwise. */
export function sumOf(numbers: readonly string[]): string {
  const [only, ...others] = numbers;
  if (only !== undefined && others.length === 0) return only;
  if (numbers.every((text) => /^-?\d+$/.test(text))) {
    return numbers.reduce((total, text) => total + BigInt(text), 0n).toString();
  }
  const total = numbers.reduce((soFar, text) => soFar + Number(text), 0);
  return Number.isFinite(total) ? String(total) : (only ?? '0');
}

/** The earliest date in its sender's own text, compared to 100 ns. */
export const minimumDate: FieldRule = (field, rows) => extremeDate(field, rows, -1);

/** The latest date in its sender's own text, compared to 100 ns. */
export const maximumDate: FieldRule = (field, rows) => extremeDate(field, rows, 1);

/** True when any member says so. */
export const anyTrue: FieldRule = (field, rows) =>
  rows.find(({ row }) => row.boolean(field) === true)?.row.raw(field) ?? first(field, rows);

/** True only when every member that has the field says so. */
export const allTrue: FieldRule = (field, rows) =>
  rows.find(({ row }) => row.boolean(field) === false)?.row.raw(field) ?? first(field, rows);

/** The field's JSON text in each row that has it. */
export function rawValues(field: string, rows: readonly MemberRow[]): readonly Buffer[] {
  return rows.flatMap(({ row }) => row.raw(field) ?? []);
}

function extremeDate(field: string, rows: readonly MemberRow[], sign: 1 | -1): FieldValue {
  const dated = rows.filter(({ row }) => row.text(field) !== undefined);
  const [start] = dated;
  if (start === undefined) return first(field, rows);
  const extreme = dated.reduce((best, next) =>
    sign * compareDates(next.row.text(field) ?? '', best.row.text(field) ?? '') > 0 ? next : best,
  );
  return extreme.row.raw(field);
}
