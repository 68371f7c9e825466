/** What rows are compared by; keys of one order are of one type, but for numbers, which are exact in either. */
export type SortKey = string | number | bigint;

/** Smaller first, undefined lowest. */
export function compareKeys(left: SortKey | undefined, right: SortKey | undefined): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  return left < right ? -1 : Number(left > right);
}
