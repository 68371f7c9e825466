import { Injectable, Logger } from '@nestjs/common';
import type { Pace } from '../federation/route.js';
import type { Member } from '../members/member.js';
import { GatewaySettings } from '../settings/gateway-settings.js';
import type { MissingReason } from '../transports/member-transport.js';

export type MemberState = 'unknown' | 'up' | 'slow' | 'down';

/** What is known of one surface of one member; times are epoch milliseconds. */
export interface SurfaceHealth {
  readonly state: MemberState;
  readonly since: number;
  readonly lastSeen?: number;
  readonly lastError?: string;
  /** Probes that failed in a row. */
  readonly failedProbes: number;
  /** `X-Particular-Version` of the last answer that carried one. */
  readonly version?: string;
}

/** One failed call, as far as it says something about the member. */
export interface Failure {
  readonly reason: MissingReason;
  readonly detail: string;
  readonly pace: Pace;
  /** How long the call ran, in milliseconds. */
  readonly ms: number;
}

/** Read time-outs in a row, without a success between, that make a member slow for a class of routes (decision 2a). */
const slowAfter = 3;

/** Two clocks of different grain are compared. */
const clockGrainMs = 2;

/** Least time between two log lines about the state of one surface of one member, however often it changes. */
const quietMs = 1000;

interface Known {
  down: boolean;
  /** What the log says last, and when it said so. */
  toldDown: boolean;
  toldAt: number;
  /** Probes that failed in a row since the member was up. */
  failedProbes: number;
  heard: boolean;
  since: number;
  lastSeen?: number;
  lastError?: string;
  version?: string;
  readonly slow: Map<Pace, { timeouts: number; lastTrial: number; lastTimeout: number }>;
}

/**
 * Who is up, per surface. Down comes from connection faults and probe time-outs only; slow is kept per class of route,
 * so that a slow search does not hide quick lists. Commands and reads of a single owner do not ask here (decision 2a).
 */
@Injectable()
export class MemberHealth {
  /** Replaced in tests. */
  now: () => number = Date.now;
  private readonly log = new Logger('health');
  private readonly known = new Map<string, Known>();

  constructor(private readonly settings: GatewaySettings) {}

  isDown(surface: string, member: Member): boolean {
    return this.of(surface, member).down;
  }

  /** Whether a merged read leaves the member out as slow; lets one trial through per probe interval. */
  isLeftOutAsSlow(surface: string, member: Member, pace: Pace): boolean {
    const slow = this.of(surface, member).slow.get(pace);
    if (slow === undefined || slow.timeouts < slowAfter) return false;
    if (this.now() - slow.lastTrial < this.settings.federation.probeInterval) return true;
    slow.lastTrial = this.now();
    return false;
  }

  /** Any HTTP answer: the member is up, and quick again for this class of routes. */
  answered(
    surface: string,
    member: Member,
    answer: { readonly pace?: Pace; readonly version?: string | undefined },
  ): void {
    const known = this.of(surface, member);
    known.lastSeen = this.now();
    known.failedProbes = 0;
    if (answer.version !== undefined) known.version = answer.version;
    if (answer.pace !== undefined && known.slow.delete(answer.pace)) known.since = this.now();
    if (!known.heard || known.down) known.since = this.now();
    known.down = false;
    known.heard = true;
    this.tell(surface, member, known);
  }

  failed(surface: string, member: Member, failure: Failure): void {
    const known = this.of(surface, member);
    known.lastError = failure.detail;
    if (failure.reason === 'unavailable') this.markDown(surface, member);
    if (failure.reason === 'timeout' && failure.pace !== 'command') this.countTimeout(surface, member, failure);
  }

  /** A probe that timed out or could not connect; this is the one time-out that marks a member down (decision 2). */
  probeFailed(surface: string, member: Member, detail: string): void {
    const known = this.of(surface, member);
    known.lastError = detail;
    known.failedProbes += 1;
    this.markDown(surface, member);
  }

  private of(surface: string, member: Member): Known {
    const id = `${surface} ${member.key}`;
    let known = this.known.get(id);
    if (known === undefined) {
      known = {
        down: false,
        toldDown: false,
        toldAt: -Infinity,
        failedProbes: 0,
        heard: false,
        since: this.now(),
        slow: new Map(),
      };
      this.known.set(id, known);
    }
    return known;
  }

  describe(surface: string, member: Member): SurfaceHealth {
    const { since, lastSeen, lastError, version, failedProbes } = this.of(surface, member);
    return {
      state: this.stateOf(surface, member),
      since,
      failedProbes,
      ...(lastSeen === undefined ? {} : { lastSeen }),
      ...(lastError === undefined ? {} : { lastError }),
      ...(version === undefined ? {} : { version }),
    };
  }

  private stateOf(surface: string, member: Member): MemberState {
    const known = this.of(surface, member);
    if (known.down) return 'down';
    if ([...known.slow.values()].some((slow) => slow.timeouts >= slowAfter)) return 'slow';
    return known.heard ? 'up' : 'unknown';
  }

  private markDown(surface: string, member: Member): void {
    const known = this.of(surface, member);
    if (!known.down) known.since = this.now();
    known.down = true;
    this.tell(surface, member, known);
  }

  /** A change that comes too soon is told with the next answer or failure, if it still holds by then. */
  private tell(surface: string, member: Member, known: Known): void {
    if (known.down === known.toldDown || this.now() - known.toldAt < quietMs) return;
    known.toldDown = known.down;
    known.toldAt = this.now();
    if (known.down) this.log.warn('member is down', { member: member.key, surface, reason: known.lastError });
    else this.log.log('member is up again', { member: member.key, surface });
  }

  /** Calls that ran side by side met one and the same delay, so only one of them counts. */
  private countTimeout(surface: string, member: Member, { pace, ms }: Failure): void {
    const known = this.of(surface, member);
    const now = this.now();
    const slow = known.slow.get(pace) ?? { timeouts: 0, lastTrial: 0, lastTimeout: 0 };
    known.slow.set(pace, slow);
    if (now - ms < slow.lastTimeout - clockGrainMs) return;
    slow.lastTimeout = now;
    slow.timeouts += 1;
    if (slow.timeouts !== slowAfter) return;
    slow.lastTrial = now;
    known.since = now;
    this.log.warn('member is slow', { member: member.key, surface, class: pace });
  }
}
