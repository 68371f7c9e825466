import type { ClientCall } from '../call.js';
import { conversationMessage, foundMessage, message } from '../rows.js';
import { date, filledText, list, listOrEmpty, object, text } from '../shape.js';

/** Calls of the message pages. */
export const messages: readonly ClientCall[] = [
  { call: 'GET {SC}messages/search/{failedMessageId}', reads: list(foundMessage) },
  { call: 'GET {SC}messages/search', query: { q: '{sagaId}' }, reads: listOrEmpty(object({ message_id: filledText })) },
  { call: 'GET {SC}{bodyUrl}', wantsJson: true, headers: ['Content-Type'] },
  { call: 'GET {SC}messages/{failedMessageId}/body', wantsJson: true, headers: ['Content-Type'] },
  { call: 'GET {SC}conversations/{conversationId}', reads: list(conversationMessage) },
  {
    call: 'GET {SC}sagas/{sagaId}',
    wantsJson: true,
    reads: object({
      id: filledText,
      saga_id: filledText,
      saga_type: filledText,
      changes: list(
        object({
          start_time: date,
          finish_time: date,
          status: text,
          state_after_change: text,
          initiating_message: object({ message_id: filledText }),
          outgoing_messages: listOrEmpty(object({})),
          endpoint: text,
        }),
      ),
    }),
  },
  {
    call: 'GET {SC}messages2/',
    query: {
      endpoint_name: '|{endpointName}',
      from: '|2024-01-01T00:00:00.000Z',
      to: '|2034-01-01T00:00:00.000Z',
      q: '',
      page_size: '50|100|250|500',
      sort: 'time_sent|processing_time|critical_time|delivery_time',
      direction: 'asc|desc',
    },
    headers: ['Total-Count'],
    reads: list(message),
  },
];
