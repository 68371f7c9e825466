import { deterministicGuid } from './deterministic-guid.js';
import { indexTag } from './index-tag.js';
import { instantFrom } from './instant.js';
import type { JsonOut } from './json-out.js';
import type { MessageRow, ViewStatus } from './message-row.js';

/** A processed message as tests describe it. */
export interface AuditedMessageSpec {
  readonly messageId: string;
  readonly endpoint?: string;
  readonly messageType?: string;
  readonly timeSent?: string | null;
  readonly processedAt?: string;
  readonly conversationId?: string;
  /** In 100 ns. */
  readonly criticalTime?: bigint;
  readonly processingTime?: bigint;
  readonly deliveryTime?: bigint;
  readonly isSystemMessage?: boolean;
  readonly status?: ViewStatus;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly invokedSagas?: JsonOut;
  readonly originatesFromSaga?: JsonOut;
  readonly extra?: { readonly [name: string]: JsonOut };
}

/** A saga's history as one audit has it; each change is written as it is given. */
export interface SagaSpec {
  readonly id: string;
  readonly sagaType: string;
  readonly changes: readonly { readonly finish_time: string; readonly [name: string]: JsonOut }[];
}

/** The messages of one audit instance, which keeps them in RavenDB. */
export class AuditStore {
  private readonly list: MessageRow[] = [];
  private readonly bodies = new Map<string, string>();

  constructor(private readonly seed: string) {}

  get rows(): readonly MessageRow[] {
    return this.list;
  }

  add(spec: AuditedMessageSpec): void {
    const { messageId, timeSent = '2024-05-01T09:00:00Z', body = '{}', headers = {} } = spec;
    const name = spec.endpoint ?? 'Sales';
    const receivingEndpoint = { name, host: 'SRV2', hostId: deterministicGuid(name, 'SRV2') };
    const id = deterministicGuid(messageId, name, this.seed);
    this.bodies.set(messageId, body).set(id, body);
    this.list.push({
      id,
      messageId,
      messageType: spec.messageType ?? 'Sales.OrderPlaced',
      sendingEndpoint: { name: 'Web', host: 'SRV1', hostId: deterministicGuid('Web', 'SRV1') },
      receivingEndpoint,
      timeSent: timeSent === null ? undefined : instantFrom(timeSent),
      processedAt: instantFrom(spec.processedAt ?? '2024-05-01T09:00:01Z'),
      criticalTime: spec.criticalTime ?? 12_340_000n,
      processingTime: spec.processingTime ?? 2_340_000n,
      deliveryTime: spec.deliveryTime ?? 10_000_000n,
      isSystemMessage: spec.isSystemMessage ?? false,
      conversationId: spec.conversationId ?? deterministicGuid(messageId),
      headers,
      status: spec.status ?? 'successful',
      messageIntent: 'send',
      bodyUrl: body === '' ? undefined : `/messages/${id}/body`,
      bodySize: Buffer.byteLength(body),
      sagas: { invoked_sagas: spec.invokedSagas, originates_from_saga: spec.originatesFromSaga },
      extra: spec.extra ?? {},
      searchText: [messageId, spec.messageType, body, ...Object.values(headers)].join(' ').toLowerCase(),
    });
  }

  /** By the row's id or the message's. */
  bodyOf(id: string): string | undefined {
    return this.bodies.get(id);
  }

  /** The tag of its answers. */
  get tag(): string {
    return indexTag(this.seed, 'audited', this.list.length);
  }
}
