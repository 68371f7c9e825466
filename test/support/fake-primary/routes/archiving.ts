import { emptyReply, type Reply } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import type { FailedMessage } from '../failed-message.js';
import { ticksFrom } from '../instant.js';
import { readTexts } from '../json-body.js';
import type { PrimaryState } from '../primary-state.js';
import { problem, unprocessable } from '../problems.js';
import { route } from '../route.js';

/** Archive and unarchive by id and by range (contract 6.8, 9.4). */
export const archiving = [
  ...route('POST/PATCH errors/archive', 'error:messages:archive', archiveBatch),
  ...route('POST/PATCH errors/{messageId}/archive', 'error:messages:archive', archiveOne),
  ...route('PATCH errors/unarchive', 'error:messages:unarchive', unarchiveBatch),
  ...route('PATCH errors/{from}...{to}/unarchive', 'error:messages:unarchive', unarchiveRange),
];

function archiveBatch({ request, state }: PrimaryCall): Reply {
  const ids = readTexts(request);
  if (ids.some(isBlank)) return unprocessable({ messageIds: ['Cannot contain null or empty message IDs.'] });
  for (const id of ids) sendArchive(state, id ?? '');
  return emptyReply(202);
}

function archiveOne(call: PrimaryCall): Reply {
  sendArchive(call.state, valueAt(call, 0));
  return emptyReply(202);
}

/** The handler takes a message of any status, and knows no way to go on without one. */
function sendArchive(state: PrimaryState, id: string): void {
  state.commands.send('ArchiveMessage', id, () => {
    const message = state.messages.find(id);
    if (message === undefined) throw new Error(`no failed message ${id}`);
    if (message.status === 'archived') return;
    state.events.info('MessageFailures', 'FailedMessageArchived', {
      description: 'Failed message deleted.',
      relatedTo: [`/message/${message.uniqueId}`],
    });
    state.messages.change(message, () => (message.status = 'archived'));
  });
}

function unarchiveBatch({ request, state }: PrimaryCall): Reply {
  const ids = readTexts(request);
  if (ids.some(isBlank)) return problem(400);
  state.commands.send('UnArchiveMessages', ids.join(','), () => {
    unarchive(state, knownOf(state, ids));
  });
  return emptyReply(202);
}

function unarchiveRange(call: PrimaryCall): Reply {
  const [from, to] = [ticksFrom(valueAt(call, 0)), ticksFrom(valueAt(call, 1))];
  if (from === undefined || to === undefined) return problem(400);
  const { state } = call;
  state.commands.send('UnArchiveMessagesByRange', `${valueAt(call, 0)}...${valueAt(call, 1)}`, () => {
    unarchive(
      state,
      state.messages.matching(({ lastModified: { ticks } }) => ticks >= from && ticks <= to),
    );
  });
  return emptyReply(202);
}

/** RavenDB's patch of a missing document throws and takes the whole batch with it; EF updates what it finds. */
function knownOf(state: PrimaryState, ids: readonly (string | null)[]): readonly FailedMessage[] {
  return ids.flatMap((id) => {
    const message = state.messages.find(id ?? '');
    if (message !== undefined) return [message];
    if (state.persister.isEf) return [];
    throw new Error(`no failed message ${id ?? ''}`);
  });
}

function unarchive(state: PrimaryState, messages: readonly FailedMessage[]): void {
  const archived = messages.filter(({ status }) => status === 'archived');
  for (const message of archived) state.messages.change(message, () => (message.status = 'unresolved'));
  state.events.info('MessageFailures', 'FailedMessagesUnArchived', {
    description: `${String(archived.length)} failed message(s) restored`,
  });
}

function isBlank(id: string | null): boolean {
  return id === null || id === '';
}
