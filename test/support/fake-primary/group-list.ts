import type { ArchiveOperation, ArchiveOperations, ArchiveState } from './archive-operations.js';
import { type GroupView, groupsOfStatus, maxGroups } from './groups.js';
import type { Instant } from './instant.js';
import type { JsonOut } from './json-out.js';
import type { MessageStore } from './message-store.js';
import type { RetryHistory, UnacknowledgedRetry } from './retry-history.js';
import type { RetryOperation, RetryOperations } from './retry-operations.js';

/** What the group list is made of. */
export interface GroupSources {
  readonly messages: MessageStore;
  readonly retries: RetryOperations;
  readonly archives: ArchiveOperations;
  readonly history: RetryHistory;
  readonly comments: ReadonlyMap<string, string>;
}

interface Row {
  readonly id: string;
  readonly last: Instant | undefined;
  readonly out: { readonly [name: string]: JsonOut };
}

/** `recoverability/groups` in the order of contract 9.1: stored groups, their states, pseudo-groups, one stable sort. */
export function groupList(
  sources: GroupSources,
  { classifier, title }: { readonly classifier: string; readonly title: string | undefined },
): readonly { readonly [name: string]: JsonOut }[] {
  const stored = groupsOfStatus(sources.messages, 'unresolved')
    .filter((group) => group.type === classifier && (title === undefined || group.title === title))
    .slice(0, maxGroups);
  const isListed = new Set(stored.map(({ id }) => id));
  const finishedRetries = sources.history.unacknowledged
    .filter((retry) => retry.retryType === 'failureGroup' && retry.classifier === classifier)
    .filter((retry) => !isListed.has(retry.requestId))
    .map((retry) => retryPseudoGroup(retry));
  const finishedArchives = sources.archives
    .all()
    .filter(({ state }) => state === 'ArchiveCompleted')
    .map((archive) => archivePseudoGroup(archive, classifier));
  const pseudo = [...finishedRetries, ...finishedArchives];
  const isPseudo = new Set(pseudo.map(({ id }) => id));
  const open = stored.filter(({ id }) => !isPseudo.has(id)).map((group) => openGroup(group, sources));
  return [...open, ...pseudo].sort(byLastDescending).map(({ out }) => out);
}

function openGroup(group: GroupView, { retries, archives, history, comments }: GroupSources): Row {
  const archive = archives.of(group.id);
  const unacknowledged = history.unacknowledgedOf(group.id);
  const state =
    archive === undefined
      ? retryState(retries.ofGroup(group.id), {
          needsAcknowledgement: unacknowledged.length > 0,
          earlier: unacknowledged.at(-1)?.completionTime ?? newestOf(history, group.id),
        })
      : archiveState(archive);
  const { id, title, type, count, first, last } = group;
  const facts = { id, title, type, count, comment: comments.get(id), first: first.text, last: last.text };
  return { id, last, out: { ...facts, ...state } };
}

function retryState(
  operation: RetryOperation | undefined,
  known: { readonly needsAcknowledgement: boolean; readonly earlier: Instant | undefined },
): { readonly [name: string]: JsonOut } {
  const completed = operation?.completed ?? known.earlier;
  const common = {
    operation_completion_time: completed?.text,
    need_user_acknowledgement: known.needsAcknowledgement,
  };
  if (operation === undefined) return { operation_status: 'None', operation_progress: 0, ...common };
  const { ids, forwarded, skipped } = operation;
  return {
    operation_status: operation.state,
    operation_failed: false,
    operation_progress: retryProgress(operation),
    operation_remaining_count: ids.length - forwarded - skipped,
    operation_start_time: operation.started.text,
    ...common,
  };
}

function retryProgress({ state, ids, prepared, forwarded, skipped }: RetryOperation): number {
  if (state === 'Waiting') return 0;
  if (state === 'Completed') return 1;
  return share(state === 'Preparing' ? prepared : forwarded + skipped, ids.length);
}

function archiveState(archive: ArchiveOperation): { readonly [name: string]: JsonOut } {
  return {
    operation_messages_completed_count: archive.done,
    operation_status: archive.state,
    operation_failed: false,
    operation_progress: archiveProgress(archive),
    operation_remaining_count: archive.total - archive.done,
    operation_start_time: archive.started.text,
    operation_completion_time: archive.completed?.text,
    need_user_acknowledgement: archive.state === 'ArchiveCompleted',
  };
}

function archiveProgress({ state, done, total }: ArchiveOperation): number {
  const fixed: Readonly<Partial<Record<ArchiveState, number>>> = {
    ArchiveStarted: 0,
    ArchiveFinalizing: 1,
    ArchiveCompleted: 1,
  };
  return fixed[state] ?? share(done, total);
}

function retryPseudoGroup(retry: UnacknowledgedRetry): Row {
  const out = {
    id: retry.requestId,
    title: retry.originator,
    type: retry.classifier,
    count: retry.processed,
    last: retry.last.text,
    operation_status: 'Completed',
    operation_failed: retry.failed,
    operation_progress: 0,
    operation_start_time: retry.startTime.text,
    operation_completion_time: retry.completionTime.text,
    need_user_acknowledgement: true,
  };
  return { id: retry.requestId, last: retry.last, out };
}

/** Shown under whatever classifier was asked for, filter or not. */
function archivePseudoGroup(archive: ArchiveOperation, classifier: string): Row {
  const { groupId: id, title, done, lastStep } = archive;
  return {
    id,
    last: lastStep,
    out: { id, title, type: classifier, count: done, last: lastStep.text, ...archiveState(archive) },
  };
}

function newestOf(history: RetryHistory, groupId: string): Instant | undefined {
  return history.historicOperations.find((retry) => retry.requestId === groupId && retry.retryType === 'failureGroup')
    ?.completionTime;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100) / 100;
}

function byLastDescending(a: Row, b: Row): number {
  if (a.last === undefined || b.last === undefined) return Number(a.last === undefined) - Number(b.last === undefined);
  return a.last.ticks > b.last.ticks ? -1 : a.last.ticks < b.last.ticks ? 1 : 0;
}
