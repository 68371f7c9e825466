import { emptyReply, type Reply } from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import type { FailedMessage } from '../failed-message.js';
import { maximumInstant, type Ticks, ticksFrom } from '../instant.js';
import { readObject, readTexts } from '../json-body.js';
import { Instead } from '../outcome.js';
import type { PrimaryState } from '../primary-state.js';
import { invalid, problem, unprocessable } from '../problems.js';
import { route } from '../route.js';
import { sendRetryOfIds } from './retrying.js';

/** Messages whose retry never came back (contract 6.8). */
export const pendingRetries = [
  ...route('POST pendingretries/retry', 'error:messages:retry', retryIds),
  ...route('POST pendingretries/queues/retry', 'error:messages:retry', retryQueue),
  ...route('PATCH pendingretries/resolve', 'error:messages:retry', resolve),
  ...route('PATCH pendingretries/queues/resolve', 'error:messages:retry', resolveQueue),
];

const blankIds = ['Cannot contain null or empty message IDs.'];

function retryIds({ request, state }: PrimaryCall): Reply {
  const ids = readTexts(request).map((id) => id ?? '');
  if (ids.includes('')) return unprocessable({ ids: blankIds });
  state.commands.send('RetryPendingMessagesById', ids.join(','), () => {
    retryUnclaimed(state, ids);
  });
  return emptyReply(202);
}

function retryQueue(call: PrimaryCall): Reply {
  const { state } = call;
  const range = queueRange(call);
  state.commands.send('RetryPendingMessages', range.queue, () => {
    retryFound(state, pending(state, range));
  });
  return emptyReply(202);
}

/** What a new redirect asks for: everything pending of its queue, whenever it was changed. */
export function retryPendingOfQueue(state: PrimaryState, queue: string): void {
  state.commands.send('RetryPendingMessages', queue, () => {
    retryFound(state, pending(state, { queue, from: 0n, to: maximumInstant.ticks }));
  });
}

function retryFound(state: PrimaryState, found: readonly FailedMessage[]): void {
  const ids = found.map(({ uniqueId }) => uniqueId);
  if (ids.length > 0) retryUnclaimed(state, ids);
}

/** `uniquemessageids`, even an empty list, wins over a range. */
function resolve({ request, state }: PrimaryCall): Reply {
  const body = readObject(request);
  const ids = body.get('uniquemessageids') ?? undefined;
  if (ids !== undefined) {
    const texts = textsOf(ids);
    if (texts.includes('')) return unprocessable({ UniqueMessageIds: blankIds });
    for (const id of texts) sendResolve(state, id);
    return emptyReply(202);
  }
  const [from, to] = [dateOf(body, 'from'), dateOf(body, 'to')];
  if (from === undefined) return unprocessable({ From: ['Cannot be empty without ids.'] });
  if (to === undefined) return unprocessable({ To: ['Cannot be empty without ids.'] });
  state.commands.send('MarkPendingRetriesAsResolved', 'range', () => {
    for (const { uniqueId } of pending(state, { from, to })) sendResolve(state, uniqueId);
  });
  return emptyReply(202);
}

function resolveQueue(call: PrimaryCall): Reply {
  const { state } = call;
  const range = queueRange(call);
  state.commands.send('MarkPendingRetriesAsResolved', range.queue, () => {
    for (const { uniqueId } of pending(state, range)) sendResolve(state, uniqueId);
  });
  return emptyReply(202);
}

/** An id that nobody holds still leaves its line in the event log. */
function sendResolve(state: PrimaryState, id: string): void {
  state.commands.send('MarkPendingRetryAsResolved', id, () => {
    const message = state.messages.find(id);
    state.events.info('MessageFailures', 'MessageFailureResolvedManually', {
      description: 'This message has been resolved manually by a user.',
      relatedTo: [`/message/${id}`],
    });
    if (message === undefined) return;
    state.messages.change(message, () => {
      message.status = 'resolved';
      message.claimed = false;
    });
  });
}

/** What an earlier retry took is set free, then everything is retried by id. */
function retryUnclaimed(state: PrimaryState, ids: readonly string[]): void {
  for (const id of ids) {
    const message = state.messages.find(id);
    if (message !== undefined) message.claimed = false;
  }
  sendRetryOfIds(state, ids);
}

interface Range {
  readonly queue?: string;
  readonly from: Ticks;
  readonly to: Ticks;
}

function pending(state: PrimaryState, { queue, from, to }: Range): readonly FailedMessage[] {
  return state.messages.matching(
    ({ status, lastModified: { ticks }, last }) =>
      status === 'retryIssued' &&
      ticks >= from &&
      ticks <= to &&
      (queue === undefined || state.persister.isSameName(last.queue ?? '', queue)),
  );
}

/** Missing dates mean the first of January of year 1. */
function queueRange({ request }: PrimaryCall): Range & { readonly queue: string } {
  const body = readObject(request);
  const queue = body.get('queueaddress') ?? '';
  if (typeof queue !== 'string') throw new Instead(invalid({ '$.queueaddress': ['Not a text.'] }));
  if (queue.trim() === '') throw new Instead(problem(400));
  return { queue, from: dateOf(body, 'from') ?? 0n, to: dateOf(body, 'to') ?? 0n };
}

function dateOf(body: ReadonlyMap<string, unknown>, name: string): Ticks | undefined {
  const value = body.get(name) ?? undefined;
  if (value === undefined) return undefined;
  const ticks = typeof value === 'string' ? ticksFrom(value) : undefined;
  if (ticks === undefined) throw new Instead(invalid({ [`$.${name}`]: ['The JSON value is not a date.'] }));
  return ticks;
}

function textsOf(value: unknown): readonly string[] {
  const items: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  if (items?.every((item) => item === null || typeof item === 'string') !== true)
    throw new Instead(invalid({ '$.uniquemessageids': ['The JSON value could not be converted.'] }));
  return items.map((item) => (typeof item === 'string' ? item : ''));
}
