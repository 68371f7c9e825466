import { jsonReply, type Reply, rowsReply, unhandledException, valuesOf, withHeaders } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { classifiers, defaultClassifier } from '../classifiers.js';
import { isKnownToCaller, etagLines } from '../etags.js';
import type { MessageStatus } from '../failed-message.js';
import { groupList } from '../group-list.js';
import { groupOut, groupsOfStatus, groupsTag, type GroupView, maxGroups } from '../groups.js';
import { jsonText } from '../json-out.js';
import { conditional, totalCount } from '../list-reply.js';
import { readFilters } from '../message-filters.js';
import { problem } from '../problems.js';
import { route } from '../route.js';

/** Reading failure groups (contract 9.1, 9.2, 4.5). */
export const groupViews = [
  ...route('GET recoverability/classifiers', 'error:recoverabilitygroups:view', classifierNames),
  ...route('GET recoverability/groups/{classifier?}', 'error:recoverabilitygroups:view', openGroups),
  ...route('GET recoverability/groups/id/{groupId}', 'error:recoverabilitygroups:view', (call) =>
    oneGroup(call, 'unresolved'),
  ),
  ...route('GET errors/groups/{classifier?}', 'error:messages:view', archivedGroups),
  ...route('GET archive/groups/id/{groupId}', 'error:messages:view', (call) => oneGroup(call, 'archived')),
];

function classifierNames(): Reply {
  return rowsReply(
    classifiers.map((name) => JSON.stringify(name)),
    [totalCount(classifiers.length)],
  );
}

/** No paging and no `Total-Count`; the text `undefined` is no filter. */
function openGroups(call: PrimaryCall): Reply {
  const filter = call.query.text('classifierFilter');
  const title = filter === undefined || filter.trim() === '' || filter === 'undefined' ? undefined : filter;
  const rows = groupList(call.state, { classifier: classifierOf(call), title }).map(jsonText);
  return conditional(call, rowsReply(rows), groupsTag(rows));
}

function archivedGroups(call: PrimaryCall): Reply {
  const classifier = classifierOf(call);
  const rows = groupsOfStatus(call.state.messages, 'archived')
    .filter(({ type }) => type === classifier)
    .slice(0, maxGroups)
    .map((group) => jsonText(groupOut(group)));
  return conditional(call, rowsReply(rows), groupsTag(rows));
}

/** The tag is set, and compared, before anybody asks whether there is such a group; next asks first. */
function oneGroup(call: PrimaryCall, status: MessageStatus): Reply {
  const { generation, etags } = call.instance;
  const group = found(call, status);
  if (group === 'broken') return unhandledException;
  const reply = group === undefined ? problem(404) : jsonReply(jsonText(groupOut(group)));
  const tag = call.state.persister.isEf
    ? `${group === undefined ? '0' : '1'}-${(group?.last.ticks ?? 0n).toString()}`
    : call.state.messages.indexTag();
  if (group !== undefined) return conditional(call, reply, tag);
  if (generation === 'next') return reply;
  const lines = etagLines(etags, tag);
  const etag = valuesOf(lines, 'ETag')[0] ?? '';
  const isKnown = isKnownToCaller(etag, call.request.header('If-None-Match'), etags);
  return isKnown ? conditional(call, reply, tag) : withHeaders(reply, lines);
}

/** EF narrows the messages by `status` and `modified`; RavenDB's index has no such fields. */
function found(call: PrimaryCall, status: MessageStatus): GroupView | undefined | 'broken' {
  const { messages, persister } = call.state;
  const isNarrowed = call.query.text('status') !== undefined || call.query.text('modified') !== undefined;
  if (isNarrowed && !persister.isEf) return 'broken';
  const filter = readFilters(call.query);
  const id = valueAt(call, 0).toLowerCase();
  return groupsOfStatus(messages, status, filter.fits).find((group) => group.id === id);
}

function classifierOf(call: PrimaryCall): string {
  return call.values[0] ?? defaultClassifier;
}
