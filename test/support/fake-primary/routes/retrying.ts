import { emptyReply, type Reply } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { deterministicGuid } from '../deterministic-guid.js';
import type { FailedMessage } from '../failed-message.js';
import { readTexts } from '../json-body.js';
import type { PrimaryState } from '../primary-state.js';
import { problem } from '../problems.js';
import { relayed } from '../relay.js';
import type { RetryType } from '../retry-history.js';
import { route } from '../route.js';

/** Retry of messages by id, endpoint and queue (contract 6.8, 9.4). */
export const retrying = [
  ...route('POST errors/retry', 'error:messages:retry', retryBatch),
  ...route('POST errors/retry/all', 'error:messages:retry', retryAll),
  ...route('POST errors/{endpointName}/retry/all', 'error:messages:retry', retryEndpoint),
  ...route('POST errors/queues/{queueAddress}/retry', 'error:messages:retry', retryQueue),
  ...route('POST errors/{failedMessageId}/retry', 'error:messages:retry', retryOne),
];

function retryBatch({ request, state }: PrimaryCall): Reply {
  const ids = readTexts(request).map((id) => id ?? '');
  if (ids.includes('')) return problem(400);
  sendRetryOfIds(state, ids);
  return emptyReply(202);
}

/** Ids nobody holds are only noticed, and skipped, when the batch is staged. */
export function sendRetryOfIds(state: PrimaryState, ids: readonly string[]): void {
  const requestId = deterministicGuid(...ids);
  state.commands.send('RetryMessagesById', ids.join(','), () => {
    state.retries.prepares({ requestId, type: 'multipleMessages', ids });
  });
}

/** Here or, with the id of an audit instance, there; the relay is part of the contract of `instance_id`. */
function retryOne(call: PrimaryCall): Reply {
  const id = valueAt(call, 0);
  const elsewhere = relayed(call, () => emptyReply(202));
  if (elsewhere !== undefined) return elsewhere;
  const { state } = call;
  state.commands.send('RetryMessage', id, () => {
    state.retries.prepares({ requestId: id, type: 'singleMessage', ids: [id] });
  });
  return emptyReply(202);
}

function retryAll({ state }: PrimaryCall): Reply {
  return bulk(state, { requestId: 'All', type: 'all', fits: () => true });
}

function retryEndpoint(call: PrimaryCall): Reply {
  const name = valueAt(call, 0);
  const isSame = call.state.persister.isSameName;
  return bulk(call.state, {
    requestId: name,
    type: 'allForEndpoint',
    fits: ({ facts }) => isSame(facts.receivingEndpoint?.name ?? '', name),
  });
}

function retryQueue(call: PrimaryCall): Reply {
  const queue = valueAt(call, 0);
  const isSame = call.state.persister.isSameName;
  return bulk(call.state, {
    requestId: queue,
    type: 'byQueueAddress',
    fits: ({ last }) => isSame(last.queue ?? '', queue),
  });
}

interface Bulk {
  readonly requestId: string;
  readonly type: RetryType;
  fits(message: FailedMessage): boolean;
}

/** Nothing to retry: nothing happens, not even a line of history. */
function bulk(state: PrimaryState, { requestId, type, fits }: Bulk): Reply {
  state.commands.send('RetryAll', requestId, () => {
    const found = state.messages.matching((message) => message.status === 'unresolved' && fits(message));
    if (found.length === 0) return;
    state.retries.prepares({ requestId, type, ids: found.map(({ uniqueId }) => uniqueId), originator: requestId });
  });
  return emptyReply(202);
}
