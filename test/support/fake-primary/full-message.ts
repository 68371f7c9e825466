import { endpointOut, exceptionOut, type Attempt, type FailedMessage } from './failed-message.js';
import { type Instant, unsetInstant } from './instant.js';
import { type JsonOut, jsonText } from './json-out.js';
import { bodySize } from './message-body.js';
import type { Persister } from './persister.js';

/** A whole failed message as `errors/{id}` shows it (contract 4.3). */
export function fullMessage(message: FailedMessage, persister: Persister, now: Instant): string {
  const { attempts } = message;
  const shown = persister.isEf
    ? [...attempts.slice(1).map(() => placeholder(now)), efAttempt(message, message.last)]
    : attempts.map((attempt) => ravenAttempt(message, attempt));
  return jsonText({
    ...message.facts.leadingExtra,
    id: persister.isEf ? message.uniqueId : `FailedMessages/${message.uniqueId}`,
    processing_attempts: shown,
    failure_groups: message.groups.map(({ id, title, type }) => ({ id, title, type })),
    unique_message_id: message.uniqueId,
    status: message.status,
    ...message.facts.extra,
  });
}

/** EF stores the last attempt only and fills the list up to its length. */
function placeholder(now: Instant): JsonOut {
  return {
    message_metadata: {},
    failure_details: { time_of_failure: now.text },
    attempted_at: unsetInstant.text,
    headers: {},
  };
}

function efAttempt(message: FailedMessage, attempt: Attempt): JsonOut {
  const { body } = message.facts;
  const text = body.kind === 'bytes' ? body.bytes.toString() : undefined;
  return { ...attemptOut(message, attempt), message_metadata: metadata(message), body: text };
}

function ravenAttempt(message: FailedMessage, attempt: Attempt): JsonOut {
  const { messageIntent, messageId } = message.facts;
  const more = { MessageIntent: messageIntent, BodyUrl: `/messages/${message.uniqueId}/body`, MsgFullText: messageId };
  return { ...attemptOut(message, attempt), message_metadata: { ...metadata(message), ...more } };
}

function attemptOut(message: FailedMessage, attempt: Attempt): { readonly [name: string]: JsonOut } {
  return {
    failure_details: {
      address_of_failing_endpoint: attempt.queue,
      time_of_failure: attempt.timeOfFailure.text,
      exception: exceptionOut(attempt.exception),
    },
    attempted_at: attempt.attemptedAt.text,
    message_id: message.facts.messageId,
    headers: attempt.headers,
  };
}

/** Keys as they are stored; only what is nested is snake_case. */
function metadata({ facts }: FailedMessage): { readonly [name: string]: JsonOut } {
  return {
    MessageId: facts.messageId,
    MessageType: facts.messageType,
    IsSystemMessage: facts.isSystemMessage,
    TimeSent: facts.timeSent?.text,
    SendingEndpoint: endpointOut(facts.sendingEndpoint),
    ReceivingEndpoint: endpointOut(facts.receivingEndpoint),
    ConversationId: facts.conversationId,
    ContentType: facts.contentType,
    ContentLength: bodySize(facts.body),
  };
}
