import type { Clock } from './clock.js';
import type { Generation } from './options.js';
import type { EventLog } from './event-log.js';
import { type Instant, maximumInstant, unsetInstant } from './instant.js';
import type { MessageStore } from './message-store.js';
import type { RetryHistory, RetryType } from './retry-history.js';

export type RetryState = 'Waiting' | 'Preparing' | 'Forwarding' | 'Completed';

/** What is to be retried, and under which name. */
export interface RetryRequest {
  readonly requestId: string;
  readonly type: RetryType;
  readonly ids: readonly string[];
  readonly originator?: string;
  readonly classifier?: string;
  readonly last?: Instant;
}

/** The state of one retry, in memory only. */
export interface RetryOperation extends RetryRequest {
  state: RetryState;
  prepared: number;
  staged: number;
  forwarded: number;
  skipped: number;
  readonly started: Instant;
  completed: Instant | undefined;
}

interface Needs {
  readonly messages: MessageStore;
  readonly history: RetryHistory;
  readonly events: EventLog;
  readonly clock: Clock;
  readonly generation: () => Generation;
  readonly batchSize: number;
}

/** Retries on their way from a command to the history (contract 9.1, 9.4). */
export class RetryOperations {
  private readonly operations = new Map<string, RetryOperation>();

  constructor(private readonly needs: Needs) {}

  ofGroup(groupId: string): RetryOperation | undefined {
    return this.operations.get(keyOf('failureGroup', groupId));
  }

  /** Waiting does not count: a group that got stuck there can be retried again. */
  isRunning(groupId: string): boolean {
    const state = this.ofGroup(groupId)?.state;
    return state === 'Preparing' || state === 'Forwarding';
  }

  /** What the controller notes before anybody knows whether there is anything to retry. */
  waits(groupId: string): void {
    const request: RetryRequest = { requestId: groupId, type: 'failureGroup', ids: [] };
    this.set(request, 'Waiting');
  }

  prepares(request: RetryRequest): void {
    this.set(request, 'Preparing');
  }

  /** Each running retry goes one batch, or one state, further. */
  step(): void {
    for (const operation of this.operations.values()) {
      if (operation.state === 'Preparing') this.prepare(operation);
      else if (operation.state === 'Forwarding') this.forward(operation);
    }
  }

  get isIdle(): boolean {
    return ![...this.operations.values()].some(({ state }) => state === 'Preparing' || state === 'Forwarding');
  }

  /** What a restart does. */
  forget(): void {
    this.operations.clear();
  }

  private set(request: RetryRequest, state: RetryState): void {
    const started = this.needs.clock();
    const counts = { prepared: 0, staged: 0, forwarded: 0, skipped: 0, completed: undefined };
    this.operations.set(keyOf(request.type, request.requestId), { ...request, ...counts, state, started });
  }

  /** Batches are written down; the last one done, the first is staged. */
  private prepare(operation: RetryOperation): void {
    operation.prepared = Math.min(operation.ids.length, operation.prepared + this.needs.batchSize);
    if (operation.prepared < operation.ids.length) return;
    operation.state = 'Forwarding';
    this.stage(operation);
  }

  /** What is known and not yet taken by another retry becomes `retryIssued`, the rest is skipped. */
  private stage(operation: RetryOperation): void {
    const { messages } = this.needs;
    const batch = operation.ids.slice(operation.staged, operation.staged + this.needs.batchSize);
    operation.staged += batch.length;
    const taken = batch.flatMap((id) => {
      const message = messages.find(id);
      return message === undefined || message.claimed ? [] : [message];
    });
    operation.skipped += batch.length - taken.length;
    for (const message of taken)
      messages.change(message, () => {
        message.status = 'retryIssued';
        message.claimed = true;
      });
    if (taken.length > 0)
      this.noteSubmitted(
        operation,
        taken.map(({ uniqueId }) => uniqueId),
      );
  }

  private noteSubmitted({ type, originator }: RetryOperation, ids: readonly string[]): void {
    const isOfGroup = type === 'failureGroup';
    const count = `${String(ids.length)} failed message(s)`;
    this.needs.events.info('Recoverability', 'MessagesSubmittedForRetry', {
      description: isOfGroup
        ? `${count} from group '${originator ?? ''}' submitted for retry`
        : `${count} submitted for retry`,
      relatedTo: isOfGroup ? [] : ids.map((id) => `/message/${id}`),
    });
  }

  /** The staged batch goes out and the next one is staged, if there is one. */
  private forward(operation: RetryOperation): void {
    operation.forwarded = operation.staged - operation.skipped;
    if (operation.staged < operation.ids.length) this.stage(operation);
    else this.complete(operation);
  }

  private complete(operation: RetryOperation): void {
    const { clock, history, generation } = this.needs;
    operation.state = 'Completed';
    operation.completed = clock();
    const isRecorded = operation.type === 'failureGroup' || generation() === 'next';
    const finished = {
      requestId: operation.requestId,
      retryType: operation.type,
      startTime: isRecorded ? operation.started : unsetInstant,
      completionTime: operation.completed,
      originator: isRecorded ? operation.originator : undefined,
      failed: false,
      processed: operation.forwarded,
    };
    history.add(finished);
    if (operation.type === 'singleMessage' || operation.type === 'multipleMessages') return;
    const { classifier, last = maximumInstant } = operation;
    history.addUnacknowledged({ ...finished, classifier, last });
  }
}

function keyOf(type: RetryType, requestId: string): string {
  return `${type} ${requestId}`;
}
