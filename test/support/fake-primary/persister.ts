import { sqlServerOrderKey } from './deterministic-guid.js';

export type PersisterName = 'ravendb' | 'postgresql' | 'sqlserver';

/** What shows through the API of where a member keeps its data (contract 3.4, 7, 10). */
export interface Persister {
  readonly name: PersisterName;
  readonly isEf: boolean;
  /** Order of texts in a sorted list. */
  compareText(a: string, b: string): number;
  /** Whether a missing value comes before all others when ascending; it comes after them when descending. */
  readonly nullIsLowest: boolean;
  /** What equal rows are ordered by, in the direction of the list; `undefined` where nothing orders them. */
  tieKey(uniqueId: string): string | undefined;
  /** Whether two names of endpoints or queues are one in a filter. */
  isSameName(a: string, b: string): boolean;
}

const postgresText = new Intl.Collator('en-US');
const sqlServerText = new Intl.Collator('en-US', { sensitivity: 'accent' });

const ravenDb: Persister = {
  name: 'ravendb',
  isEf: false,
  // Index terms are lower-cased.
  compareText: (a, b) => ordinal(a.toLowerCase(), b.toLowerCase()),
  nullIsLowest: true,
  tieKey: () => undefined,
  isSameName: (a, b) => a.toLowerCase() === b.toLowerCase(),
};

const postgreSql: Persister = {
  name: 'postgresql',
  isEf: true,
  compareText: (a, b) => postgresText.compare(a, b),
  nullIsLowest: false,
  tieKey: (uniqueId) => uniqueId,
  isSameName: (a, b) => a === b,
};

const sqlServer: Persister = {
  name: 'sqlserver',
  isEf: true,
  compareText: (a, b) => sqlServerText.compare(a, b),
  nullIsLowest: true,
  tieKey: sqlServerOrderKey,
  isSameName: (a, b) => a === b,
};

export function persisterOf(name: PersisterName): Persister {
  return { ravendb: ravenDb, postgresql: postgreSql, sqlserver: sqlServer }[name];
}

export function ordinal(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
