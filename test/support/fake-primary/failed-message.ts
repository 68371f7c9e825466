import { type FailureGroup, groupsOf } from './classifiers.js';
import type { Instant } from './instant.js';
import { type JsonOut, memberTexts } from './json-out.js';
import type { MessageBody } from './message-body.js';

/** In the order of the numbers 1 to 4 that members sort them by. */
export const statuses = ['unresolved', 'resolved', 'retryIssued', 'archived'] as const;
export type MessageStatus = (typeof statuses)[number];

export interface Endpoint {
  readonly name: string;
  readonly hostId: string;
  readonly host: string;
}

export interface ExceptionDetails {
  readonly type: string | undefined;
  readonly message: string | undefined;
  readonly source: string | undefined;
  readonly stackTrace: string | undefined;
}

/** One failed try to process a message. */
export interface Attempt {
  readonly attemptedAt: Instant;
  readonly timeOfFailure: Instant;
  readonly exception: ExceptionDetails;
  readonly queue: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** What never changes of a failed message. */
export interface MessageFacts {
  /** `id` of list rows. */
  readonly uniqueId: string;
  readonly messageId: string | undefined;
  readonly messageType: string | undefined;
  readonly timeSent: Instant | undefined;
  readonly isSystemMessage: boolean;
  readonly sendingEndpoint: Endpoint | undefined;
  readonly receivingEndpoint: Endpoint | undefined;
  readonly conversationId: string | undefined;
  readonly messageIntent: string | undefined;
  readonly contentType: string | undefined;
  readonly body: MessageBody;
  /** The id of the message that this one is the edited form of. */
  readonly editOf: string | undefined;
  /** Fields that the contract does not know, at the beginning and at the end of each row. */
  readonly leadingExtra: { readonly [name: string]: JsonOut };
  readonly extra: { readonly [name: string]: JsonOut };
  /** Last change to the text of a list row. */
  readonly respell: ((row: string) => string) | undefined;
}

/** A failed message of the store. Changed only by the store, which counts the changes. */
export class FailedMessage {
  status: MessageStatus = 'unresolved';
  lastModified: Instant;
  /** Whether a retry took it and it has not come back: a second retry by id then leaves it alone (contract 9.4). */
  claimed = false;
  groups: readonly FailureGroup[];
  private rowText: string | undefined;

  constructor(
    readonly facts: MessageFacts,
    readonly attempts: Attempt[],
    modified: Instant,
  ) {
    this.lastModified = modified;
    this.groups = this.classified();
  }

  get uniqueId(): string {
    return this.facts.uniqueId;
  }

  get last(): Attempt {
    const attempt = this.attempts.at(-1);
    if (attempt === undefined) throw new Error('a failed message has at least one attempt');
    return attempt;
  }

  /** A row of `errors` as JSON text (contract 4.2). */
  get row(): string {
    this.rowText ??= this.written(this.facts.timeSent?.text);
    return this.rowText;
  }

  /** The same row as `errors/last` of RavenDB shows it: the time it was sent lost its zone and fraction (contract 1.1). */
  get rowWithBareTimeSent(): string {
    return this.written(this.facts.timeSent?.text.replace(/(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/, ''));
  }

  /** Called after each change. */
  touched(at: Instant): void {
    this.lastModified = at;
    this.rowText = undefined;
  }

  failsAgain(attempt: Attempt): void {
    this.attempts.push(attempt);
    this.groups = this.classified();
  }

  private classified(): readonly FailureGroup[] {
    const { exception, queue, headers } = this.last;
    return groupsOf({
      exceptionType: exception.type,
      stackTrace: exception.stackTrace,
      enclosedMessageTypes: headers['NServiceBus.EnclosedMessageTypes'] ?? this.facts.messageType,
      failedQueue: queue,
      instanceId: headers['NServiceBus.Metric.InstanceId'],
      receivingEndpoint: this.facts.receivingEndpoint,
    });
  }

  private written(timeSent: string | undefined): string {
    const { facts, last } = this;
    const members = memberTexts({
      id: facts.uniqueId,
      message_type: facts.messageType,
      time_sent: timeSent,
      is_system_message: facts.isSystemMessage,
      exception: exceptionOut(last.exception),
      message_id: facts.messageId,
      number_of_processing_attempts: this.attempts.length,
      status: this.status,
      sending_endpoint: endpointOut(facts.sendingEndpoint),
      receiving_endpoint: endpointOut(facts.receivingEndpoint),
      queue_address: last.queue,
      time_of_failure: last.timeOfFailure.text,
      last_modified: this.lastModified.text,
      edited: facts.editOf !== undefined,
      edit_of: facts.editOf ?? '',
    });
    const row = `{${[...memberTexts(facts.leadingExtra), ...members, ...memberTexts(facts.extra)].join(',')}}`;
    return facts.respell === undefined ? row : facts.respell(row);
  }
}

export function endpointOut(endpoint: Endpoint | undefined): JsonOut {
  return endpoint && { name: endpoint.name, host_id: endpoint.hostId, host: endpoint.host };
}

export function exceptionOut({ type, message, source, stackTrace }: ExceptionDetails): JsonOut {
  return { exception_type: type, message, source, stack_trace: stackTrace };
}
