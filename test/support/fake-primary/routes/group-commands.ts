import { emptyReply, type Reply } from '../../http/reply.js';
import type { ArchiveOperations } from '../archive-operations.js';
import { type PrimaryCall, valueAt } from '../call.js';
import type { FailedMessage, MessageStatus } from '../failed-message.js';
import type { PrimaryState } from '../primary-state.js';
import { problem } from '../problems.js';
import { route } from '../route.js';

/** Acting on failure groups (contract 9.2, 9.3). */
export const groupCommands = [
  ...route('POST recoverability/groups/{groupId}/errors/retry', 'error:recoverabilitygroups:retry', retryGroup),
  ...route('POST recoverability/groups/{groupId}/errors/archive', 'error:recoverabilitygroups:archive', archiveGroup),
  ...route(
    'POST recoverability/groups/{groupId}/errors/unarchive',
    'error:recoverabilitygroups:unarchive',
    unarchiveGroup,
  ),
  ...route('POST recoverability/groups/{groupId}/comment', 'error:recoverabilitygroups:view', setComment),
  ...route('DELETE recoverability/groups/{groupId}/comment', 'error:recoverabilitygroups:view', deleteComment),
  ...route('DELETE recoverability/unacknowledgedgroups/{groupId}', 'error:recoverabilitygroups:view', acknowledge),
];

/** The state is noted before the handler looks for messages, and stays when it finds none. */
function retryGroup(call: PrimaryCall): Reply {
  const { state } = call;
  const groupId = valueAt(call, 0);
  if (state.retries.isRunning(groupId)) return emptyReply(202);
  state.retries.waits(groupId);
  state.commands.send('RetryAllInGroup', groupId, () => {
    // Any archive entry, even a finished or a stuck one, makes the handler drop the retry.
    if (state.archives.of(groupId) !== undefined) return;
    const found = membersOf(state, groupId, 'unresolved');
    const group = found[0]?.groups.find(({ id }) => id === groupId);
    if (group === undefined) return;
    state.retries.prepares({
      requestId: groupId,
      type: 'failureGroup',
      ids: found.map(({ uniqueId }) => uniqueId),
      originator: group.title,
      classifier: group.type,
      last: newest(found).last.timeOfFailure,
    });
  });
  return emptyReply(202);
}

function archiveGroup(call: PrimaryCall): Reply {
  const { state } = call;
  return groupWork(call, { name: 'ArchiveAllInGroup', entries: state.archives, status: 'unresolved' });
}

function unarchiveGroup(call: PrimaryCall): Reply {
  const { state } = call;
  return groupWork(call, { name: 'UnarchiveAllInGroup', entries: state.unarchives, status: 'archived' });
}

interface GroupWork {
  readonly name: string;
  readonly entries: ArchiveOperations;
  /** Of the messages that the work is about. */
  readonly status: MessageStatus;
}

/** Only an unfinished unarchive counts as busy, for archives too; so a stuck one blocks both for good. */
function groupWork(call: PrimaryCall, { name, entries, status }: GroupWork): Reply {
  const { state } = call;
  const groupId = valueAt(call, 0);
  const unarchive = state.unarchives.of(groupId);
  if (unarchive !== undefined && unarchive.completed === undefined) return emptyReply(202);
  entries.starts(groupId);
  state.commands.send(name, groupId, () => {
    if (state.retries.isRunning(groupId)) return;
    const found = membersOf(state, groupId, status);
    const title = found[0]?.groups.find(({ id }) => id === groupId)?.title;
    if (title === undefined) return;
    entries.finds(groupId, { title, ids: found.map(({ uniqueId }) => uniqueId) });
  });
  return emptyReply(202);
}

function membersOf(state: PrimaryState, groupId: string, status: MessageStatus): readonly FailedMessage[] {
  return state.messages.matching(
    (message) => message.status === status && message.groups.some(({ id }) => id === groupId),
  );
}

function newest(messages: readonly FailedMessage[]): FailedMessage {
  return messages.reduce((a, b) => (b.last.timeOfFailure.ticks > a.last.timeOfFailure.ticks ? b : a));
}

/** The text travels in the query; a blank one leaves nothing to show. */
function setComment(call: PrimaryCall): Reply {
  const comment = call.query.text('comment') ?? '';
  if (comment.trim() === '') call.state.comments.delete(valueAt(call, 0));
  else call.state.comments.set(valueAt(call, 0), comment);
  return emptyReply(202);
}

function deleteComment(call: PrimaryCall): Reply {
  call.state.comments.delete(valueAt(call, 0));
  return emptyReply(202);
}

/** An archive entry in any state goes first, and then alone. */
function acknowledge(call: PrimaryCall): Reply {
  const groupId = valueAt(call, 0);
  if (call.state.archives.drop(groupId)) return emptyReply(200);
  return call.state.history.acknowledge(groupId) ? emptyReply(200) : problem(404);
}
