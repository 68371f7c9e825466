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
  /** Bodies by message id, for relayed `messages/{id}/body`. */
  readonly bodies?: Readonly<Record<string, BodySpec>>;
  /** Its `configuration` document. */
  readonly configuration?: { readonly [name: string]: JsonOut };
}

export class FakeAudit {
  outcome: AuditOutcome;
  readonly version: string;
  /** Every occurrence of `/api` removed; a trailing slash survives (contract 3.5). */
  readonly shownUri: string;
  readonly instanceId: string;

  constructor(readonly spec: AuditSpec) {
    this.outcome = spec.outcome ?? 'answers';
    this.version = spec.version ?? '6.20.0';
    this.shownUri = spec.apiUri.replaceAll('/api', '');
    this.instanceId = instanceIdOf(this.shownUri);
  }
}
