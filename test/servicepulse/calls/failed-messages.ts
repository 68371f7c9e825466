import type { ClientCall } from '../call.js';
import { failedMessage, failureGroup } from '../rows.js';
import { date, filledText, flag, list, listOrEmpty, number, object, optional, text } from '../shape.js';

const page = { page: '1', per_page: '50' };
const sorts = { sort: 'time_of_failure|message_type', direction: 'asc|desc' };
const modified = '2024-04-24T10:00:00.123Z...2034-05-01T10:00:00.123Z';
const deleted = { status: 'archived', ...page, sort: '', direction: 'desc', modified };
const epoch = '1970-01-01T00:00:00.000Z';
const messages = { headers: ['Total-Count'], reads: list(failedMessage) };

/** Calls of the failed-message pages. */
export const failedMessages: readonly ClientCall[] = [
  { call: 'GET {SC}recoverability/classifiers', reads: list(filledText) },
  { call: 'GET {SC}recoverability/groups/Message Type', reads: list(failureGroup) },
  // With the classifier not known yet.
  { call: 'GET {SC}recoverability/groups/', reads: list(failureGroup) },
  {
    call: 'GET {SC}recoverability/history',
    reads: object({
      historic_operations: list(
        object({
          request_id: filledText,
          retry_type: text,
          originator: optional(text),
          start_time: date,
          completion_time: date,
          number_of_messages_processed: number,
          failed: flag,
        }),
      ),
    }),
  },
  { call: 'GET {SC}errors', query: { status: 'unresolved', ...page, ...sorts }, ...messages },
  {
    call: 'GET {SC}recoverability/groups/{groupId}/errors',
    query: { status: 'unresolved', ...page, ...sorts },
    ...messages,
  },
  { call: 'GET {SC}recoverability/groups/id/{groupId}', reads: object({ title: filledText }) },
  {
    call: 'GET {SC}errors/groups/Message Type',
    reads: list(
      object({ id: filledText, title: filledText, count: number, first: date, last: date, comment: optional(text) }),
    ),
  },
  { call: 'GET {SC}errors', query: deleted, ...messages },
  { call: 'GET {SC}recoverability/groups/{archivedGroupId}/errors', query: deleted, ...messages },
  { call: 'GET {SC}archive/groups/id/{archivedGroupId}', reads: object({ title: filledText }) },
  {
    call: 'GET {SC}errors',
    query: {
      status: 'retryIssued',
      ...page,
      sort: 'time_of_failure|message_type|time_of_retry_request',
      direction: 'asc|desc',
      queueaddress: '|Billing@SRV2',
      modified,
    },
    ...messages,
  },
  { call: 'GET {SC}errors/queues/addresses', reads: list(object({ physical_address: filledText })) },
  { call: 'GET {SC}errors/last/{failedId}', wantsJson: true, reads: failedMessage },
  {
    call: 'GET {SC}edit/config',
    reads: object({ enabled: flag, locked_headers: list(text), sensitive_headers: listOrEmpty(text) }),
  },

  { call: 'POST {SC}recoverability/groups/{groupId}/comment', query: { comment: 'seen by me' } },
  { call: 'DELETE {SC}recoverability/groups/{groupId}/comment' },
  { call: 'DELETE {SC}recoverability/unacknowledgedgroups/{acknowledgedGroupId}' },
  { call: 'POST {SC}errors/retry', body: ({ failedId }) => [failedId] },
  { call: 'PATCH {SC}errors/archive', body: ({ failedId, otherFailedId }) => [failedId, otherFailedId] },
  { call: 'PATCH {SC}errors/archive/', body: ({ failedId }) => [failedId] },
  { call: 'PATCH {SC}errors/unarchive', body: ({ archivedId }) => [archivedId] },
  { call: 'PATCH {SC}errors/unarchive/', body: ({ archivedId }) => [archivedId] },
  { call: 'POST {SC}pendingretries/retry', body: ({ retriedId }) => [retriedId] },
  {
    call: 'POST {SC}pendingretries/queues/retry',
    body: () => ({ from: epoch, to: epoch, queueaddress: 'Billing@SRV2' }),
  },
  { call: 'PATCH {SC}pendingretries/resolve', body: ({ retriedId }) => ({ uniquemessageids: [retriedId] }) },
  { call: 'PATCH {SC}pendingretries/resolve', body: () => ({ from: epoch, to: '2024-05-01T10:00:00.000Z' }) },
  {
    call: 'POST {SC}edit/{editedId}',
    body: ({ editedHeaders }) => ({ message_body: '{"edited":true}', message_headers: editedHeaders }),
    reads: object({ edit_ignored: optional(flag) }),
    mayBeEmpty: true,
  },
  { call: 'POST {SC}recoverability/groups/{groupId}/errors/retry' },
  { call: 'POST {SC}recoverability/groups/{groupId}/errors/archive' },
  { call: 'POST {SC}recoverability/groups/{archivedGroupId}/errors/unarchive' },
];
