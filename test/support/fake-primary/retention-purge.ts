import type { Instant } from './instant.js';

/** The clean-up of old data that somebody asked for; only next has it (contract 11.4). */
export interface RetentionPurge {
  readonly isRunning: boolean;
  readonly lastStartedAt: Instant | undefined;
  readonly lastFinishedAt: Instant | undefined;
  readonly lastErrorCutoff: string | undefined;
  readonly lastEventsCutoff: string | undefined;
  readonly lastOutcome: 'succeeded' | 'failed' | 'cancelled' | undefined;
  readonly lastError: string | undefined;
}

export const noPurge: RetentionPurge = {
  isRunning: false,
  lastStartedAt: undefined,
  lastFinishedAt: undefined,
  lastErrorCutoff: undefined,
  lastEventsCutoff: undefined,
  lastOutcome: undefined,
  lastError: undefined,
};
