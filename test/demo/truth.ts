import type { Demo } from './demo.js';
import type { Check } from './step.js';

/** Ids of every installation's unresolved messages, the newest first: what one list over all of them has to be. */
export function unresolvedOf(demo: Demo): readonly string[] {
  return demo.primaries
    .flatMap(({ fake }) => fake.messages())
    .filter(({ status }) => status === 'unresolved')
    .sort((left, right) => Number((right.facts.timeSent?.ticks ?? 0n) - (left.facts.timeSent?.ticks ?? 0n)))
    .map(({ uniqueId }) => uniqueId);
}

/** A failure group as the installations that hold it count it. */
export interface SharedGroup {
  readonly id: string;
  readonly counts: readonly { readonly key: string; readonly count: number }[];
  readonly total: number;
}

/**
 * A group by exception that exactly so many installations hold.
 * @throws Error when there is none, which is a fault of the demo's data
 */
export function groupOf(demo: Demo, holders: number): SharedGroup {
  const found = new Map<string, { key: string; count: number }[]>();
  for (const { key, fake } of demo.primaries) {
    for (const { id, count } of fake.groups('Exception Type and Stack Trace')) {
      found.set(id, [...(found.get(id) ?? []), { key, count }]);
    }
  }
  const shared = [...found].find(([, counts]) => counts.length === holders);
  if (shared === undefined) throw new Error(`no group is shared by ${String(holders)} installations`);
  const [id, counts] = shared;
  return { id, counts, total: counts.reduce((sum, { count }) => sum + count, 0) };
}

/** `eu=202 us=202 ap=not-asked`. */
export function outcomeOf(demo: Demo, asked: readonly string[], status: number): string {
  return demo.primaries.map(({ key }) => `${key}=${asked.includes(key) ? String(status) : 'not-asked'}`).join(' ');
}

/** A command about something that an installation does not hold ends in its fault log and nowhere else. */
export function nothingFaulted(demo: Demo): readonly Check[] {
  return demo.primaries.map(({ key, fake }) => ({ what: `faults of ${key}`, expected: [], came: fake.faultLog }));
}

/** What is counted from here on was caused by the next step. */
export function forgetRequests(demo: Demo): void {
  for (const { fake } of demo.primaries) fake.clearRequests();
}
