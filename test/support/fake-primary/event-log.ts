import type { Clock } from './clock.js';
import type { Instant } from './instant.js';

/** What a member notes about what happened (contract 12.3). */
export interface EventLogItem {
  readonly number: number;
  readonly description: string;
  readonly severity: 'critical' | 'error' | 'warning' | 'info';
  readonly raisedAt: Instant;
  readonly relatedTo: readonly string[];
  readonly category: string;
  readonly eventType: string;
}

export type EventSpec = Omit<EventLogItem, 'number' | 'raisedAt'> & { readonly raisedAt?: Instant };

/** The event log of one member, oldest first. */
export class EventLog {
  private readonly list: EventLogItem[] = [];

  constructor(private readonly clock: Clock) {}

  get items(): readonly EventLogItem[] {
    return this.list;
  }

  add(spec: EventSpec): EventLogItem {
    const item = { ...spec, number: this.list.length + 1, raisedAt: spec.raisedAt ?? this.clock() };
    this.list.push(item);
    return item;
  }

  info(category: string, eventType: string, { description, relatedTo = [] }: EventText): void {
    this.add({ category, eventType, severity: 'info', description, relatedTo });
  }

  error(category: string, eventType: string, { description, relatedTo = [] }: EventText): void {
    this.add({ category, eventType, severity: 'error', description, relatedTo });
  }
}

interface EventText {
  readonly description: string;
  readonly relatedTo?: readonly string[];
}
