import { deterministicGuid } from './deterministic-guid.js';
import type { Instant } from './instant.js';
import type { JsonOut } from './json-out.js';

export type RetryType =
  'unknown' | 'singleMessage' | 'failureGroup' | 'multipleMessages' | 'allForEndpoint' | 'all' | 'byQueueAddress';

/** A finished retry. */
export interface FinishedRetry {
  readonly requestId: string;
  readonly retryType: RetryType;
  readonly startTime: Instant;
  readonly completionTime: Instant;
  readonly originator: string | undefined;
  readonly failed: boolean;
  readonly processed: number;
}

/** A finished retry that somebody should take note of. */
export interface UnacknowledgedRetry extends FinishedRetry {
  readonly classifier: string | undefined;
  readonly last: Instant;
}

/** `recoverability/history` (contract 9.5). */
export class RetryHistory {
  private historic: readonly FinishedRetry[] = [];
  private open: readonly UnacknowledgedRetry[] = [];

  constructor(private readonly options: { readonly depth: number; readonly keepsOnePerRequest: boolean }) {}

  get historicOperations(): readonly FinishedRetry[] {
    return this.historic;
  }

  get unacknowledged(): readonly UnacknowledgedRetry[] {
    return this.open;
  }

  /** Newest completion first; equal ones newest insertion first. */
  add(retry: FinishedRetry): void {
    const ordered = [retry, ...this.historic].sort((a, b) => compareTicks(b.completionTime, a.completionTime));
    this.historic = ordered.slice(0, this.options.depth);
  }

  /** EF keeps one per request id and type, RavenDB piles them up. */
  addUnacknowledged(retry: UnacknowledgedRetry): void {
    const kept = this.options.keepsOnePerRequest
      ? this.open.filter((other) => other.requestId !== retry.requestId || other.retryType !== retry.retryType)
      : this.open;
    this.open = [...kept, retry];
  }

  unacknowledgedOf(groupId: string): readonly UnacknowledgedRetry[] {
    return this.open.filter((retry) => retry.requestId === groupId && retry.retryType === 'failureGroup');
  }

  /** Whether there was something to acknowledge. */
  acknowledge(groupId: string): boolean {
    const before = this.open.length;
    this.open = this.open.filter((retry) => retry.requestId !== groupId || retry.retryType !== 'failureGroup');
    return this.open.length < before;
  }

  /** Of the historic request ids alone, so it does not move when only unacknowledged ones change. */
  get tag(): string | undefined {
    if (this.historic.length === 0) return undefined;
    return deterministicGuid(...this.historic.map(({ requestId }) => requestId));
  }

  toJson(): JsonOut {
    return {
      historic_operations: this.historic.map(finished),
      unacknowledged_operations: this.open.map(({ classifier, last, ...retry }) => ({
        ...finished(retry),
        last: last.text,
        classifier,
      })),
    };
  }
}

function finished(retry: FinishedRetry): { readonly [name: string]: JsonOut } {
  return {
    request_id: retry.requestId,
    retry_type: retry.retryType,
    start_time: retry.startTime.text,
    completion_time: retry.completionTime.text,
    originator: retry.originator,
    failed: retry.failed,
    number_of_messages_processed: retry.processed,
  };
}

function compareTicks(a: Instant, b: Instant): number {
  return a.ticks < b.ticks ? -1 : a.ticks > b.ticks ? 1 : 0;
}
