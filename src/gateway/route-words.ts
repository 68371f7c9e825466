import type { StrategyClass } from '../federation/strategy.js';
import * as strategies from '../strategies.js';

const letters: readonly (readonly [unknown, string])[] = [
  [strategies.Union, 'U'],
  [strategies.Sum, 'S'],
  [strategies.MergeByKey, 'K'],
  [strategies.MergeDocuments, 'K'],
  [strategies.SortedPage, 'P'],
  [strategies.TopWindow, 'W'],
  [strategies.FirstHit, 'F'],
  [strategies.RouteToOwner, 'R'],
  [strategies.OwnedBody, 'R'],
  [strategies.Broadcast, 'B'],
  [strategies.Lead, 'L'],
];

/** The letter of a strategy as in the route tables; X for answers that the gateway builds itself. */
export function letterOf(strategy: StrategyClass<unknown>): string {
  return letters.find(([known]) => known === strategy)?.[1] ?? 'X';
}

/** What a row's options say of themselves; empty when there are none. */
export function wordsOf(options: unknown): string {
  if (typeof options !== 'object' || options === null || !('words' in options)) return '';
  return typeof options.words === 'string' ? options.words : '';
}
