import type { CorsPolicy } from '../http/cors.js';
import type { Authentication } from './access.js';
import type { AuditSpec } from './audits.js';
import type { Clock } from './clock.js';
import type { EtagStyle } from './etags.js';
import type { PersisterName } from './persister.js';

/** Two states of ServiceControl (contract 0.1). */
export type Generation = 'base' | 'next';

/** How a fake primary begins; see contract 16 and hosting 18 for what the switches mean. */
export interface FakePrimaryOptions {
  /** A short name for messages of tests, and the seed of made-up data; `primary` when left out. */
  readonly key?: string;
  /** `name` of the root document. */
  readonly name?: string;
  /** 127.0.0.1 when left out; `0.0.0.0` lets other containers in. */
  readonly host?: string;
  /** A free one when left out. */
  readonly port?: number;
  /** RavenDB when left out. */
  readonly persister?: PersisterName;
  readonly generation?: Generation;
  /** Informational version; build metadata is never shown. */
  readonly version?: string;
  /** All containers share one instance id. */
  readonly isContainer?: boolean;
  readonly isEditingEnabled?: boolean;
  readonly audits?: readonly AuditSpec[];
  readonly authentication?: Authentication;
  readonly cors?: CorsPolicy;
  /** Gzip and Brotli for callers that accept them; on when left out. */
  readonly isCompressing?: boolean;
  /** By version and generation when left out. */
  readonly etags?: EtagStyle;
  /** Same seed, same made-up data; the key when left out. */
  readonly seed?: string;
  /** A manual clock of its own when left out. */
  readonly clock?: Clock;
  /** Messages per batch of a group command or retry; 1000 as in ServiceControl when left out. */
  readonly batchSize?: number;
  /** Retries kept in the history; 10 when left out. */
  readonly retryHistoryDepth?: number;
}
