import { unhandledException } from '../http/reply.js';
import { type FailedMessage, statuses } from './failed-message.js';
import { ticksFrom } from './instant.js';
import { Instead } from './outcome.js';
import type { Query } from './query.js';

/** A filter and a text that is equal for equal filters. */
export interface MessageFilter {
  readonly key: string;
  fits(message: FailedMessage): boolean;
}

/** `status` and `modified` (contract 6.1). */
export function readFilters(query: Query): MessageFilter {
  const [status, modified] = [query.text('status'), query.text('modified')];
  const conditions = [statusCondition(status), modifiedCondition(modified)].filter(
    (condition) => condition !== undefined,
  );
  return {
    key: JSON.stringify([status, modified]),
    fits: (message) => conditions.every((condition) => condition(message)),
  };
}

/** Both conditions. */
export function narrowed(filter: MessageFilter, key: string, fits: (message: FailedMessage) => boolean): MessageFilter {
  return { key: `${filter.key} ${key}`, fits: (message) => filter.fits(message) && fits(message) };
}

type Condition = (message: FailedMessage) => boolean;

/** Names in any letter case or numbers, a minus excludes, unknown names count for nothing. */
function statusCondition(text: string | undefined): Condition | undefined {
  const included = new Set<string>();
  const excluded = new Set<string>();
  for (const part of (text ?? '').replaceAll(' ', '').split(',')) {
    const name = part.replace(/^-/, '').toLowerCase();
    const status = statuses.find((known, k) => known.toLowerCase() === name || String(k + 1) === name);
    if (status !== undefined) (part.startsWith('-') ? excluded : included).add(status);
  }
  if (included.size + excluded.size === 0) return undefined;
  return ({ status }) => (included.size === 0 || included.has(status)) && !excluded.has(status);
}

/** `from...to`, both inclusive; anything else throws in the store. */
function modifiedCondition(text: string | undefined): Condition | undefined {
  if (text === undefined) return undefined;
  const [from, to, ...more] = text.split('...').map(ticksFrom);
  if (from === undefined || to === undefined || more.length > 0) throw new Instead(unhandledException);
  return ({ lastModified }) => lastModified.ticks >= from && lastModified.ticks <= to;
}
