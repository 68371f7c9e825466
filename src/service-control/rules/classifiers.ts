import type { JsonRow } from '../../json-text/json-row.js';

/** Names of classifiers: plain texts, each once, in the lead's order; `Total-Count` is their number (contract 9.2). */
export const classifiers = {
  elements: 'any',
  key: (row: JsonRow): string => row.bytes.toString(),
  countsRows: true,
} as const;
