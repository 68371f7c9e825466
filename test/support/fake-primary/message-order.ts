import { deterministicGuid } from './deterministic-guid.js';
import { type FailedMessage, statuses } from './failed-message.js';
import { ordinal, type Persister } from './persister.js';

export type Direction = 'asc' | 'desc';

/** What rows are compared by; texts by the rules of the persister, `undefined` for a missing value. */
type SortValue = string | bigint | undefined;

/** Sort keys of failed-message lists (contract 6.4); every other key means `time_sent`. */
const sortValues: Readonly<Record<string, (message: FailedMessage) => SortValue>> = {
  id: (message) => message.facts.messageId,
  message_id: (message) => message.facts.messageId,
  message_type: (message) => message.facts.messageType,
  status: (message) => BigInt(statuses.indexOf(message.status) + 1),
  modified: (message) => message.lastModified.ticks,
  time_of_failure: (message) => message.last.timeOfFailure.ticks,
  time_sent: (message) => message.facts.timeSent?.ticks,
};

/** How one member orders failed messages. */
export interface MessageOrder {
  readonly persister: Persister;
  readonly sort: string;
  readonly direction: Direction;
  /** Where RavenDB's index happens to keep equal rows; another seed is another accident. */
  readonly tieSeed: string;
}

/** Sorted as the member's store sorts them, ties included (contract 7.1). */
export function sortMessages(messages: readonly FailedMessage[], order: MessageOrder): readonly FailedMessage[] {
  const { persister, direction, tieSeed } = order;
  const valueOf = sortValues[order.sort] ?? sortValues.time_sent ?? ((): SortValue => undefined);
  const sign = direction === 'asc' ? 1 : -1;
  const entries = messages.map((message) => {
    const tie = persister.tieKey(message.uniqueId);
    return {
      message,
      value: valueOf(message),
      tie: tie ?? deterministicGuid(tieSeed, message.uniqueId),
      tieSign: tie === undefined ? 1 : sign,
    };
  });
  entries.sort((a, b) => sign * compareValues(a.value, b.value, persister) || a.tieSign * ordinal(a.tie, b.tie));
  return entries.map(({ message }) => message);
}

function compareValues(a: SortValue, b: SortValue, persister: Persister): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0;
    return (a === undefined) === persister.nullIsLowest ? -1 : 1;
  }
  if (typeof a === 'string') return typeof b === 'string' ? persister.compareText(a, b) : 1;
  return typeof b === 'string' ? -1 : a < b ? -1 : a > b ? 1 : 0;
}
