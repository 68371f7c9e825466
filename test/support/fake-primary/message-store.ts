import { canonicalGuid } from './deterministic-guid.js';
import type { FailedMessage } from './failed-message.js';
import type { Clock } from './clock.js';
import { indexTag } from './index-tag.js';
import { type Direction, sortMessages } from './message-order.js';
import { type MessageRow, rowOf } from './message-row.js';
import type { Persister } from './persister.js';

const keptAttempts = 10;

/** Which messages, in which order. */
export interface MessageQuery {
  /** Equal for equal filters, so that an order once made is kept until something changes. */
  readonly filterKey: string;
  readonly fits: (message: FailedMessage) => boolean;
  readonly sort: string;
  readonly direction: Direction;
}

/** The failed messages of one member. */
export class MessageStore {
  private readonly byId = new Map<string, FailedMessage>();
  private readonly orders = new Map<string, readonly FailedMessage[]>();
  private viewRows: readonly MessageRow[] | undefined;
  private changes = 0;
  private tieSeed = 0;

  constructor(
    private readonly persister: Persister,
    private readonly clock: Clock,
    private readonly seed: string,
  ) {}

  /** A message with the id of an older one replaces it. */
  add(message: FailedMessage): void {
    this.keepNewestAttempts(message);
    this.byId.set(message.uniqueId, message);
    this.changed();
  }

  remove(uniqueId: string): void {
    if (this.byId.delete(uniqueId)) this.changed();
  }

  clear(): void {
    this.byId.clear();
    this.changed();
  }

  /** In the order in which they came. */
  all(): readonly FailedMessage[] {
    return [...this.byId.values()];
  }

  /** The same as rows of `messages`, kept until something changes. */
  views(): readonly MessageRow[] {
    this.viewRows ??= this.all().map(rowOf);
    return this.viewRows;
  }

  /** By unique id; RavenDB finds document ids in any letter case, EF any spelling of the GUID. */
  find(id: string): FailedMessage | undefined {
    return this.byId.get(id) ?? this.byId.get(this.persister.isEf ? canonicalGuid(id) : id.toLowerCase());
  }

  /** Changes a message; its date of change moves. */
  change(message: FailedMessage, change: () => void): void {
    change();
    this.keepNewestAttempts(message);
    message.touched(this.clock());
    this.changed();
  }

  /** RavenDB's index takes another accidental order of equal rows; nothing else changes, not even a tag. */
  swapTies(): void {
    this.tieSeed += 1;
    this.orders.clear();
  }

  /** Seed of whatever order nothing decides. */
  get accident(): string {
    return `${this.seed} ${String(this.tieSeed)}`;
  }

  matching(fits: (message: FailedMessage) => boolean): readonly FailedMessage[] {
    return this.all().filter(fits);
  }

  list({ filterKey, fits, sort, direction }: MessageQuery): readonly FailedMessage[] {
    const key = `${sort} ${direction} ${filterKey}`;
    const known = this.orders.get(key);
    if (known !== undefined) return known;
    const order = { persister: this.persister, sort, direction, tieSeed: this.accident };
    const ordered = sortMessages(this.matching(fits), order);
    this.orders.set(key, ordered);
    return ordered;
  }

  /**
   * What the store says about the data behind a list (contract 10): RavenDB one signed number per index, EF the count
   * and the newest date of change of the filtered rows.
   */
  storeTag(rows: readonly FailedMessage[]): string {
    if (!this.persister.isEf) return this.indexTag();
    const newest = rows.reduce((ticks, row) => (row.lastModified.ticks > ticks ? row.lastModified.ticks : ticks), 0n);
    return `${String(rows.length)}-${newest.toString()}`;
  }

  /** A number that moves with every change. */
  indexTag(): string {
    return indexTag(this.seed, 'messages', this.changes);
  }

  /** RavenDB forgets all but the newest ten. */
  private keepNewestAttempts({ attempts }: FailedMessage): void {
    if (!this.persister.isEf) attempts.splice(0, attempts.length - keptAttempts);
  }

  private changed(): void {
    this.changes += 1;
    this.viewRows = undefined;
    this.orders.clear();
  }
}
