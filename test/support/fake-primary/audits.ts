import { AuditStore, type AuditedMessageSpec, type SagaSpec } from './audit-store.js';
import type { Endpoint } from './failed-message.js';
import { instanceIdOf } from './instance-id.js';
import type { BodySpec } from './message-body.js';
import type { JsonOut } from './json-out.js';

/** How a fake audit instance answers its primary (contract 8.5, 11.2). */
export type AuditOutcome = 'answers' | 'not-found' | 'unauthorized' | 'forbidden' | 'refuses' | 'times-out' | 'fails';

/** An audit instance behind a primary, played inside the fake: it has no port of its own. */
export interface AuditSpec {
  /** As configured, usually ending in `/api/`. */
  readonly apiUri: string;
  readonly version?: string;
  readonly outcome?: AuditOutcome;
  readonly messages?: readonly AuditedMessageSpec[];
  readonly sagas?: readonly SagaSpec[];
  /** Audited messages per endpoint name and day (`2024-05-01`). */
  readonly auditCounts?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly knownEndpoints?: readonly Endpoint[];
  /** Bodies by message id, for relayed `messages/{id}/body`. */
  readonly bodies?: Readonly<Record<string, BodySpec>>;
  /** Its `configuration` document. */
  readonly configuration?: { readonly [name: string]: JsonOut };
  /** Top-level properties of its `connection` document. */
  readonly connection?: { readonly [name: string]: JsonOut };
}

/** The audit as its primary knows it. */
export class FakeAudit {
  outcome: AuditOutcome;
  readonly version: string;
  /** Every occurrence of `/api` removed; a trailing slash survives (contract 3.5). */
  readonly shownUri: string;
  readonly instanceId: string;
  readonly store: AuditStore;
  /** After a connection failure the primary leaves it out until its self-check reaches it again. */
  isMarkedUnavailable = false;

  constructor(readonly spec: AuditSpec) {
    this.outcome = spec.outcome ?? 'answers';
    this.version = spec.version ?? '6.20.0';
    this.shownUri = spec.apiUri.replaceAll('/api', '');
    this.instanceId = instanceIdOf(this.shownUri);
    this.store = new AuditStore(spec.apiUri);
    for (const message of spec.messages ?? []) this.store.add(message);
  }

  /** What the primary does every 30 s. */
  selfCheck(): void {
    this.isMarkedUnavailable = this.outcome === 'refuses';
  }
}
