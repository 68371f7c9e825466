import type { Clock } from './clock.js';
import type { Instant } from './instant.js';

export type ArchiveState = 'ArchiveStarted' | 'ArchiveProgressing' | 'ArchiveFinalizing' | 'ArchiveCompleted';

/** An archive or unarchive of one group, in memory only. */
export interface ArchiveOperation {
  readonly groupId: string;
  /** `Undefined` until a handler has found the group. */
  title: string;
  state: ArchiveState;
  total: number;
  done: number;
  readonly started: Instant;
  lastStep: Instant;
  completed: Instant | undefined;
  /** Ids still to be worked on; `undefined` when no handler ever found any. */
  left: readonly string[] | undefined;
}

/** What becomes of the messages of one batch, and of the whole group at the end. */
export interface ArchiveWork {
  readonly batchSize: number;
  apply(ids: readonly string[]): void;
  finish(operation: ArchiveOperation): void;
}

/** Entries of one kind (archive or unarchive), kept by group id (contract 9.3). */
export class ArchiveOperations {
  private readonly entries = new Map<string, ArchiveOperation>();

  constructor(
    private readonly clock: Clock,
    private readonly work: ArchiveWork,
  ) {}

  of(groupId: string): ArchiveOperation | undefined {
    return this.entries.get(groupId);
  }

  all(): readonly ArchiveOperation[] {
    return [...this.entries.values()];
  }

  /** What the controller notes before anybody knows whether the group exists here. */
  starts(groupId: string): void {
    const started = this.clock();
    const counts = { total: 0, done: 0, completed: undefined, left: undefined };
    this.entries.set(groupId, {
      ...counts,
      groupId,
      title: 'Undefined',
      state: 'ArchiveStarted',
      started,
      lastStep: started,
    });
  }

  /** The handler has found the group. */
  finds(groupId: string, { title, ids }: { readonly title: string; readonly ids: readonly string[] }): void {
    const entry = this.entries.get(groupId);
    if (entry === undefined) return;
    entry.title = title;
    entry.total = ids.length;
    entry.left = ids;
  }

  /** Whether an entry was there, in whatever state. */
  drop(groupId: string): boolean {
    return this.entries.delete(groupId);
  }

  /** Each entry that found its group goes one batch, or one state, further. */
  step(): void {
    for (const entry of this.entries.values())
      if (entry.left !== undefined && entry.completed === undefined) this.advance(entry);
  }

  get isIdle(): boolean {
    return this.all().every(({ left, completed }) => left === undefined || completed !== undefined);
  }

  /** What a restart does. */
  forget(): void {
    this.entries.clear();
  }

  private advance(entry: ArchiveOperation): void {
    const left = entry.left ?? [];
    entry.lastStep = this.clock();
    if (left.length > 0) {
      const batch = left.slice(0, this.work.batchSize);
      this.work.apply(batch);
      entry.left = left.slice(batch.length);
      entry.done += batch.length;
      entry.state = 'ArchiveProgressing';
    } else if (entry.state === 'ArchiveProgressing') {
      entry.state = 'ArchiveFinalizing';
    } else {
      entry.state = 'ArchiveCompleted';
      entry.completed = entry.lastStep;
      this.work.finish(entry);
    }
  }
}
