import { deterministicGuid } from './deterministic-guid.js';
import type { FailedMessage, MessageStatus } from './failed-message.js';
import type { Instant } from './instant.js';
import type { JsonOut } from './json-out.js';
import type { MessageStore } from './message-store.js';

/** A group as its messages make it (contract 4.5). */
export interface GroupView {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly count: number;
  readonly first: Instant;
  readonly last: Instant;
}

/** Stored groups of a list are at most so many. */
export const maxGroups = 200;

/** Groups that the messages of one status form, newest first; equal ones in the order of their ids. */
export function groupsOfStatus(
  messages: MessageStore,
  status: MessageStatus,
  fits: (message: FailedMessage) => boolean = () => true,
): readonly GroupView[] {
  const members = new Map<string, FailedMessage[]>();
  const titles = new Map<string, { readonly title: string; readonly type: string }>();
  for (const message of messages.matching((candidate) => candidate.status === status && fits(candidate))) {
    for (const { id, title, type } of message.groups) {
      titles.set(id, { title, type });
      const known = members.get(id);
      if (known === undefined) members.set(id, [message]);
      else known.push(message);
    }
  }
  const views = [...members].map(([id, list]) => viewOf({ id, ...(titles.get(id) ?? { title: '', type: '' }) }, list));
  return views.sort((a, b) => compare(b.last.ticks, a.last.ticks) || compare(a.id, b.id));
}

export function groupOut({ id, title, type, count, first, last }: GroupView): JsonOut {
  return { id, title, type, count, first: first.text, last: last.text };
}

/** Some text that moves with every group of a list. */
export function groupsTag(rows: readonly string[]): string | undefined {
  return rows.length === 0 ? undefined : deterministicGuid(...rows);
}

function viewOf(
  group: { readonly id: string; readonly title: string; readonly type: string },
  messages: readonly FailedMessage[],
): GroupView {
  const times = messages.flatMap(({ attempts }) => attempts.map(({ timeOfFailure }) => timeOfFailure));
  const [some] = times;
  if (some === undefined) throw new Error('a group has at least one message');
  const first = times.reduce((found, time) => (time.ticks < found.ticks ? time : found), some);
  const last = times.reduce((found, time) => (time.ticks > found.ticks ? time : found), some);
  return { ...group, count: messages.length, first, last };
}

function compare<Value extends bigint | string>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
