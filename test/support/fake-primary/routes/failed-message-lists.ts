import type { Reply } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { headReply, listReply } from '../list-reply.js';
import { type MessageFilter, narrowed, readFilters } from '../message-filters.js';
import { pageOf, readPage, readSort } from '../paging.js';
import { route } from '../route.js';

/** Lists of failed messages (contract 6.2, 6.3, 9.2). */
export const failedMessageLists = [
  ...route('GET errors', 'error:messages:view', (call) => listed(call, ofQueue(call))),
  ...route('HEAD errors', 'error:messages:view', (call) => counted(call, ofQueue(call))),
  ...route('GET endpoints/{endpointname}/errors', 'error:messages:view', (call) => listed(call, ofEndpoint(call))),
  ...route('GET recoverability/groups/{groupId}/errors', 'error:recoverabilitygroups:view', (call) =>
    listed(call, ofGroup(call)),
  ),
  ...route('HEAD recoverability/groups/{groupId}/errors', 'error:recoverabilitygroups:view', (call) =>
    counted(call, ofGroup(call)),
  ),
];

function listed(call: PrimaryCall, filter: MessageFilter): Reply {
  const page = readPage(call.query);
  const { messages } = call.state;
  const found = messages.list({ filterKey: filter.key, fits: filter.fits, ...readSort(call.query) });
  const rows = pageOf(found, page).map(({ row }) => row);
  return listReply(call, { rows, page, total: found.length, storeTag: messages.storeTag(found) });
}

function counted(call: PrimaryCall, filter: MessageFilter): Reply {
  const found = call.state.messages.matching(filter.fits);
  return headReply(call, { total: found.length, storeTag: call.state.messages.storeTag(found) });
}

/** The failing queue is compared without regard to case by every persister. */
function ofQueue(call: PrimaryCall): MessageFilter {
  const wanted = call.query.text('queueAddress')?.toLowerCase();
  const filter = readFilters(call.query);
  if (wanted === undefined) return filter;
  return narrowed(filter, `queue ${wanted}`, ({ last }) => last.queue?.toLowerCase() === wanted);
}

function ofEndpoint(call: PrimaryCall): MessageFilter {
  const wanted = valueAt(call, 0);
  return narrowed(readFilters(call.query), `endpoint ${wanted}`, ({ facts }) =>
    call.state.persister.isSameName(facts.receivingEndpoint?.name ?? '', wanted),
  );
}

function ofGroup(call: PrimaryCall): MessageFilter {
  const wanted = valueAt(call, 0).toLowerCase();
  return narrowed(readFilters(call.query), `group ${wanted}`, ({ groups }) => groups.some(({ id }) => id === wanted));
}
