import { createHash } from 'node:crypto';
import { type Instant, instantOf, ticksPerSecond } from './instant.js';

export type UsageSource = 'Broker' | 'Monitoring' | 'Audit';

/** How much one endpoint or queue was used, as one source counted it. */
export interface UsageSpec {
  readonly name: string;
  /** As the transport writes it; the name when left out. */
  readonly sanitizedName?: string;
  readonly source?: UsageSource;
  /** Where the queue lives, on transports that have such a thing. */
  readonly scope?: string;
  readonly isKnownEndpoint?: boolean;
  readonly userIndicator?: string;
  /** Messages per day, `2024-05-01`; a negative count is left out of sums. */
  readonly days?: Readonly<Record<string, number>>;
}

export interface UsageEntry {
  readonly name: string;
  readonly sanitizedName: string;
  readonly source: UsageSource;
  readonly scope: string | undefined;
  readonly isKnownEndpoint: boolean;
  userIndicator: string;
  readonly days: Readonly<Record<string, number>>;
}

/** One row of the usage list: everything that one queue's sources say (licensing 3.1). */
export interface UsageSummary {
  readonly name: string;
  readonly scope: string | undefined;
  readonly isKnownEndpoint: boolean;
  readonly userIndicator: string;
  readonly maxDaily: number;
  /** By `yyyy-MM`, in the order of first occurrence. */
  readonly monthly: readonly (readonly [month: string, throughput: number])[];
  readonly averageMonthly: number;
  readonly entries: readonly UsageEntry[];
}

const keptDays = 425n;

/** The usage figures of one member. */
export class Usage {
  private entries: UsageEntry[] = [];
  masks: readonly string[] = [];

  add(spec: UsageSpec): void {
    const { name, sanitizedName = name, source = 'Broker', scope, isKnownEndpoint = false } = spec;
    const { userIndicator = '', days = {} } = spec;
    this.entries.push({ name, sanitizedName, source, scope, isKnownEndpoint, userIndicator, days });
  }

  /** Looking at the list deletes what has had no data for 14 months. */
  summaries(now: Instant): readonly UsageSummary[] {
    const oldest = dayOf(now, keptDays);
    this.entries = this.entries.filter(({ days }) => Object.keys(days).some((day) => day >= oldest));
    const groups = new Map<string, UsageEntry[]>();
    for (const entry of this.entries) {
      const key = `${entry.sanitizedName}\n${entry.scope ?? ''}`;
      groups.set(key, [...(groups.get(key) ?? []), entry]);
    }
    return [...groups.values()].map((entries) => summaryOf(entries));
  }

  /** A choice spreads to everything with the same sanitised name; nobody having the name is no fault. */
  choose(name: string, userIndicator: string, isSame: (a: string, b: string) => boolean): void {
    const queues = this.entries
      .filter((entry) => isSame(entry.name, name) || isSame(entry.sanitizedName, name))
      .map(({ sanitizedName }) => sanitizedName);
    for (const entry of this.entries) if (queues.includes(entry.sanitizedName)) entry.userIndicator = userIndicator;
  }

  /** Whether a source has data for a day of the last thirty, the newest allowed given in days before today. */
  hasRecentData(now: Instant, wanted: { readonly source?: UsageSource; readonly newest: 0 | 1 }): boolean {
    const [from, to] = [dayOf(now, 30n), dayOf(now, BigInt(wanted.newest))];
    return this.entries.some(
      ({ source, days }) =>
        (wanted.source === undefined || source === wanted.source) &&
        Object.keys(days).some((day) => day >= from && day <= to),
    );
  }
}

/** SHA-256 of the text in upper-case hex. */
export function usageHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').toUpperCase();
}

/** The date so many days before a moment. */
export function dayOf(now: Instant, daysBefore: bigint): string {
  return instantOf(now.ticks - daysBefore * 86_400n * ticksPerSecond).text.slice(0, 10);
}

function summaryOf(entries: readonly UsageEntry[]): UsageSummary {
  const [first] = entries;
  if (first === undefined) throw new Error('a row has at least one source');
  const isKnownEndpoint = entries.some((entry) => entry.isKnownEndpoint);
  const chosen = entries.find(({ userIndicator }) => userIndicator !== '')?.userIndicator;
  const days = highestPerDay(entries);
  const counts = [...days.values()];
  const sum = counts.reduce((total, count) => total + count, 0);
  return {
    name: entries.find(({ name, sanitizedName }) => name !== sanitizedName)?.name ?? first.name,
    scope: first.scope,
    isKnownEndpoint,
    userIndicator: chosen ?? (isKnownEndpoint ? 'NServiceBusEndpoint' : ''),
    maxDaily: Math.max(0, ...counts),
    monthly: monthly(days),
    averageMonthly: counts.length === 0 ? 0 : Math.trunc((sum * 365) / (counts.length * 12)),
    entries,
  };
}

/** The largest of the sources. */
function highestPerDay(entries: readonly UsageEntry[]): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const [day, count] of entries.flatMap((entry) => Object.entries(entry.days)))
    if (count >= 0) days.set(day, Math.max(count, days.get(day) ?? 0));
  return days;
}

function monthly(days: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  const months = new Map<string, number>();
  for (const [day, count] of days) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + count);
  return [...months];
}
