import { type Instant, instantFrom, instantOf, ticksPerMs } from './instant.js';

/** Where a fake takes the time from. */
export type Clock = () => Instant;

/**
 * A clock that tests move. Each reading is a little later than the one before, so that two changes never carry the same
 * date, and shows digits below the millisecond.
 */
export class ManualClock {
  private ticks: bigint;

  constructor(start = '2024-05-01T10:00:00Z') {
    this.ticks = instantFrom(start).ticks;
  }

  readonly now: Clock = () => {
    this.ticks += 12_345n;
    return instantOf(this.ticks);
  };

  set(text: string): void {
    this.ticks = instantFrom(text).ticks;
  }

  advanceMs(ms: number): void {
    this.ticks += BigInt(ms) * ticksPerMs;
  }
}
