import type { JsonRow } from '../json-text/json-row.js';

/** What is added up: the `Total-Count` of answers without a body, or the numbers in one document per member. */
export interface SumRule {
  /** For the route table. */
  readonly words: string;
  sumDocuments?(documents: readonly JsonRow[]): Buffer;
}
