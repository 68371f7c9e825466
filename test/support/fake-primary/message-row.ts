import { endpointOut, type Endpoint, type FailedMessage } from './failed-message.js';
import type { Instant, Ticks } from './instant.js';
import { timeSpanText } from './instant.js';
import { type JsonOut, memberTexts } from './json-out.js';
import { bodySize } from './message-body.js';

/** In the order of the numbers that members sort them by after merging (contract 8.3). */
export const viewStatuses = [
  'failed',
  'repeatedFailure',
  'successful',
  'resolvedSuccessfully',
  'archivedFailure',
  'retryIssued',
] as const;
export type ViewStatus = (typeof viewStatuses)[number];

/** A row of `messages*` and `conversations` before its instance is known (contract 4.4). */
export interface MessageRow {
  readonly id: string;
  readonly messageId: string | undefined;
  readonly messageType: string | undefined;
  readonly sendingEndpoint: Endpoint | undefined;
  readonly receivingEndpoint: Endpoint | undefined;
  readonly timeSent: Instant | undefined;
  readonly processedAt: Instant;
  readonly criticalTime: Ticks;
  readonly processingTime: Ticks;
  readonly deliveryTime: Ticks;
  readonly isSystemMessage: boolean;
  readonly conversationId: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: ViewStatus;
  readonly messageIntent: string | undefined;
  readonly bodyUrl: string | undefined;
  readonly bodySize: number;
  /** Audited messages only. */
  readonly sagas: { readonly [name: string]: JsonOut };
  readonly extra: { readonly [name: string]: JsonOut };
  /** What a search looks into, in lower case. */
  readonly searchText: string;
}

export function rowOf(message: FailedMessage): MessageRow {
  const { facts, last, uniqueId } = message;
  const bodyText = facts.body.kind === 'bytes' ? facts.body.bytes.toString() : '';
  const searched = [facts.messageId, facts.messageType, bodyText, ...Object.values(last.headers)];
  return {
    ...facts,
    id: uniqueId,
    processedAt: last.timeOfFailure,
    criticalTime: 0n,
    processingTime: 0n,
    deliveryTime: 0n,
    headers: last.headers,
    status: viewStatusOf(message),
    bodyUrl: facts.body.kind === 'empty' ? undefined : `/messages/${uniqueId}/body`,
    bodySize: bodySize(facts.body),
    sagas: {},
    searchText: searched.join(' ').toLowerCase(),
  };
}

/** Texts of rows, each made once per row and instance. */
export class MessageRowTexts {
  private readonly known = new WeakMap<MessageRow, { readonly instanceId: string; readonly text: string }>();

  of(row: MessageRow, instanceId: string): string {
    const found = this.known.get(row);
    if (found?.instanceId === instanceId) return found.text;
    const text = messageRowText(row, instanceId);
    this.known.set(row, { instanceId, text });
    return text;
  }
}

/** The row as one instance's answer: the URL of its body always says where it is. */
function messageRowText(row: MessageRow, instanceId: string): string {
  const hasInstance = row.bodyUrl?.includes('instance_id') ?? false;
  const bodyUrl = row.bodyUrl === undefined || hasInstance ? row.bodyUrl : `${row.bodyUrl}?instance_id=${instanceId}`;
  const members = memberTexts({
    id: row.id,
    message_id: row.messageId,
    message_type: row.messageType,
    sending_endpoint: endpointOut(row.sendingEndpoint),
    receiving_endpoint: endpointOut(row.receivingEndpoint),
    time_sent: row.timeSent?.text,
    processed_at: row.processedAt.text,
    critical_time: timeSpanText(row.criticalTime),
    processing_time: timeSpanText(row.processingTime),
    delivery_time: timeSpanText(row.deliveryTime),
    is_system_message: row.isSystemMessage,
    conversation_id: row.conversationId,
    headers: Object.entries(row.headers).map(([key, value]) => ({ key, value })),
    status: row.status,
    message_intent: row.messageIntent ?? 0,
    body_url: bodyUrl,
    body_size: row.bodySize,
    ...row.sagas,
    instance_id: instanceId,
    ...row.extra,
  });
  return `{${members.join(',')}}`;
}

function viewStatusOf({ status, attempts }: FailedMessage): ViewStatus {
  if (status === 'resolved') return 'resolvedSuccessfully';
  if (status === 'archived') return 'archivedFailure';
  if (status === 'retryIssued') return 'retryIssued';
  return attempts.length > 1 ? 'repeatedFailure' : 'failed';
}
