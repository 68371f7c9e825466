import type { Clock } from './clock.js';
import { deterministicGuid } from './deterministic-guid.js';
import type { EventLog } from './event-log.js';
import { type Endpoint, endpointOut } from './failed-message.js';
import { type Instant, instantFrom } from './instant.js';
import type { JsonOut } from './json-out.js';

/** A custom check as tests describe it. */
export interface CustomCheckSpec {
  readonly customCheckId: string;
  readonly category?: string;
  /** Present when it fails. */
  readonly failureReason?: string;
  readonly reportedAt?: string;
  readonly endpoint?: string;
  readonly host?: string;
  readonly hostId?: string;
  readonly extra?: { readonly [name: string]: JsonOut };
}

export interface CustomCheck {
  /** Bare GUID. */
  readonly id: string;
  readonly customCheckId: string;
  readonly category: string;
  readonly failureReason: string | undefined;
  readonly reportedAt: Instant;
  readonly endpoint: Endpoint;
  readonly extra: { readonly [name: string]: JsonOut };
}

/** What endpoints and ServiceControl itself report about their health (contract 12.1). */
export class CustomChecks {
  private readonly byId = new Map<string, CustomCheck>();
  private changes = 0;

  constructor(
    private readonly clock: Clock,
    private readonly events: EventLog,
  ) {}

  /** A check of the same endpoint, host and id is replaced. */
  report(spec: CustomCheckSpec): string {
    const { endpoint = 'Sales', host = 'SRV2', failureReason } = spec;
    const hostId = spec.hostId ?? deterministicGuid(endpoint, host);
    const id = deterministicGuid(endpoint, hostId, spec.customCheckId);
    const reportedAt = spec.reportedAt === undefined ? this.clock() : instantFrom(spec.reportedAt);
    const { customCheckId, category = 'Health', extra = {} } = spec;
    this.byId.set(id, {
      id,
      customCheckId,
      category,
      failureReason,
      reportedAt,
      endpoint: { name: endpoint, host, hostId },
      extra,
    });
    this.changes += 1;
    const relatedTo = [`/endpoint/${endpoint}`, `/host/${hostId}`, `/customcheck/${customCheckId}`];
    if (failureReason === undefined)
      this.events.info('CustomChecks', 'CustomCheckSucceeded', {
        description: `${customCheckId}: Working as expected.`,
        relatedTo,
      });
    else
      this.events.error('CustomChecks', 'CustomCheckFailed', {
        description: `${customCheckId}: ${failureReason}`,
        relatedTo,
      });
    return id;
  }

  all(): readonly CustomCheck[] {
    return [...this.byId.values()];
  }

  /** An id that nobody knows leaves its line in the event log as well. */
  mute(id: string): void {
    if (this.byId.delete(id)) this.changes += 1;
    this.events.info('CustomChecks', 'CustomCheckDeleted', {
      description: 'Custom check muted.',
      relatedTo: [`/customcheck/${id}`],
    });
  }

  /** Moves with each change. */
  get version(): number {
    return this.changes;
  }
}

export function customCheckOut(
  check: CustomCheck,
  shown: { readonly idPrefix: string; readonly hasEndpoint: boolean },
): JsonOut {
  return {
    id: shown.idPrefix + check.id,
    custom_check_id: check.customCheckId,
    category: check.category,
    status: check.failureReason === undefined ? 'pass' : 'fail',
    reported_at: check.reportedAt.text,
    failure_reason: check.failureReason,
    originating_endpoint: shown.hasEndpoint ? endpointOut(check.endpoint) : undefined,
    ...check.extra,
  };
}
