import { deterministicGuid } from './deterministic-guid.js';
import { type Attempt, type Endpoint, FailedMessage, type MessageFacts, type MessageStatus } from './failed-message.js';
import { type Instant, instantFrom, instantOf, ticksPerMs } from './instant.js';
import type { JsonOut } from './json-out.js';
import { type BodySpec, bodyOf } from './message-body.js';
import type { SeededRandom } from './seeded-random.js';

/**
 * A failed message as tests describe it; what is left out is made up, the same for the same seed. `null` leaves a field
 * out of the message. Dates are texts and are shown as they are given.
 */
export interface FailedMessageSpec {
  readonly messageId?: string | null;
  /** A chosen id for the row, as a message with a retry header keeps; else made of message id and endpoint. */
  readonly uniqueId?: string;
  readonly messageType?: string | null;
  readonly endpoint?: string | null;
  readonly host?: string;
  readonly sendingEndpoint?: string | null;
  readonly queue?: string | null;
  readonly exceptionType?: string | null;
  readonly exceptionMessage?: string;
  readonly stackTrace?: string | null;
  readonly timeSent?: string | null;
  readonly timeOfFailure?: string;
  readonly lastModified?: string;
  readonly status?: MessageStatus;
  readonly attempts?: number;
  readonly isSystemMessage?: boolean;
  readonly conversationId?: string | null;
  readonly messageIntent?: string | null;
  /** Further headers of the message. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodySpec;
  readonly contentType?: string | null;
  readonly editOf?: string;
  readonly leadingExtra?: { readonly [name: string]: JsonOut };
  readonly extra?: { readonly [name: string]: JsonOut };
  readonly respell?: (row: string) => string;
}

const endpoints = ['Sales', 'Billing', 'Shipping', 'Web.Orders'] as const;
const messageTypes = ['Sales.OrderPlaced', 'billing.InvoiceSent', 'Shipping.OrderShipped', 'Ärger.Gemeldet'] as const;
const exceptionTypes = ['System.Exception', 'System.TimeoutException', 'System.Data.SqlException'] as const;
const firstSent = instantFrom('2024-05-01T08:00:00Z').ticks;

/** Makes messages of descriptions. */
export class MessageMaker {
  private made = 0;
  private previousSent: Instant | undefined;

  constructor(
    private readonly random: SeededRandom,
    private readonly seed: string,
  ) {}

  make(spec: FailedMessageSpec): FailedMessage {
    this.made += 1;
    const messageType = orDefault(spec.messageType, this.random.oneOf(messageTypes));
    const receivingEndpoint = endpointOf(orDefault(spec.endpoint, this.random.oneOf(endpoints)), spec.host ?? 'SRV2');
    const messageId = orDefault(spec.messageId, deterministicGuid(this.seed, String(this.made)));
    const timeSent = this.timeSent(spec);
    const facts: Omit<MessageFacts, 'uniqueId'> = {
      messageId,
      messageType,
      timeSent,
      isSystemMessage: spec.isSystemMessage ?? false,
      sendingEndpoint: endpointOf(orDefault(spec.sendingEndpoint, 'Web'), 'SRV1'),
      receivingEndpoint,
      conversationId: orDefault(spec.conversationId, deterministicGuid(this.seed, 'conversation', String(this.made))),
      messageIntent: orDefault(spec.messageIntent, 'send'),
      contentType: orDefault(spec.contentType, 'application/json'),
      body: bodyOf(spec.body === undefined ? `{"number":${String(this.made)}}` : spec.body),
      editOf: spec.editOf,
      leadingExtra: spec.leadingExtra ?? {},
      extra: spec.extra ?? {},
      respell: spec.respell,
    };
    const uniqueId =
      spec.uniqueId ?? deterministicGuid(messageId ?? `native-${String(this.made)}`, receivingEndpoint?.name ?? '');
    const attempts = this.attempts(spec, facts);
    const modified =
      spec.lastModified === undefined ? this.shortlyAfter(attempts.at(-1)) : instantFrom(spec.lastModified);
    const message = new FailedMessage({ ...facts, uniqueId }, attempts, modified);
    message.status = spec.status ?? 'unresolved';
    message.claimed = message.status === 'retryIssued';
    return message;
  }

  private attempts(spec: FailedMessageSpec, facts: Omit<MessageFacts, 'uniqueId'>): Attempt[] {
    const count = spec.attempts ?? 1;
    const last =
      spec.timeOfFailure === undefined
        ? instantOf((facts.timeSent?.ticks ?? firstSent) + this.fewSeconds())
        : instantFrom(spec.timeOfFailure);
    return Array.from({ length: count }, (_, k) => {
      const earlier = BigInt(count - 1 - k) * 60_000n * ticksPerMs;
      return this.attempt(spec, facts, earlier === 0n ? last : instantOf(last.ticks - earlier));
    });
  }

  private attempt(spec: FailedMessageSpec, facts: Omit<MessageFacts, 'uniqueId'>, at: Instant): Attempt {
    const type = orDefault(spec.exceptionType, this.random.oneOf(exceptionTypes));
    const message = spec.exceptionMessage ?? 'boom';
    const name = facts.receivingEndpoint?.name;
    const queue = orDefault(spec.queue, `${name ?? 'error'}@${facts.receivingEndpoint?.host ?? 'SRV2'}`);
    const stackTrace = orDefault(
      spec.stackTrace,
      `${type ?? ''}: ${message}\n   at ${name ?? 'Some'}.Handler.Handle(Object message, IMessageHandlerContext context)`,
    );
    const exception = { type, message, source: name, stackTrace };
    return { attemptedAt: at, timeOfFailure: at, exception, queue, headers: headersOf(spec, facts, { type, queue }) };
  }

  /** Now and then two messages are sent in the same instant, so that ties occur without being asked for. */
  private timeSent(spec: FailedMessageSpec): Instant | undefined {
    if (spec.timeSent === null) return undefined;
    if (spec.timeSent !== undefined) return instantFrom(spec.timeSent);
    const isTie = this.random.below(8) === 0;
    if (isTie && this.previousSent !== undefined) return this.previousSent;
    const sinceFirst = BigInt(this.random.below(7_200_000)) * ticksPerMs + this.fraction();
    this.previousSent = instantOf(firstSent + sinceFirst);
    return this.previousSent;
  }

  private fewSeconds(): bigint {
    return BigInt(this.random.below(30_000)) * ticksPerMs + this.fraction();
  }

  private shortlyAfter(attempt: Attempt | undefined): Instant {
    return instantOf((attempt?.timeOfFailure.ticks ?? firstSent) + this.fewSeconds());
  }

  /** Below a millisecond, with any number of digits, so that dates differ in length. */
  private fraction(): bigint {
    return BigInt(this.random.oneOf([0, 1000, 100, 10, 1]) * this.random.below(10));
  }
}

function headersOf(
  spec: FailedMessageSpec,
  facts: Omit<MessageFacts, 'uniqueId'>,
  { type, queue }: { readonly type: string | undefined; readonly queue: string | undefined },
): Readonly<Record<string, string>> {
  const headers: Record<string, string | undefined> = {
    'NServiceBus.MessageId': facts.messageId,
    'NServiceBus.ConversationId': facts.conversationId,
    'NServiceBus.EnclosedMessageTypes': facts.messageType,
    'NServiceBus.MessageIntent': facts.messageIntent,
    'NServiceBus.ContentType': facts.contentType,
    'NServiceBus.OriginatingEndpoint': facts.sendingEndpoint?.name,
    'NServiceBus.ProcessingEndpoint': facts.receivingEndpoint?.name,
    'NServiceBus.ExceptionInfo.ExceptionType': type,
    'NServiceBus.FailedQ': queue,
    ...spec.headers,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The host id is the one that a failed message without any gets (contract 3.2). */
function endpointOf(name: string | undefined, host: string): Endpoint | undefined {
  return name === undefined ? undefined : { name, host, hostId: deterministicGuid(name, host) };
}

function orDefault<Value>(given: Value | null | undefined, otherwise: Value): Value | undefined {
  return given === undefined ? otherwise : (given ?? undefined);
}
