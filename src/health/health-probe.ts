import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Member } from '../members/member.js';
import { MemberDirectory } from '../members/member-directory.js';
import { GatewaySettings } from '../settings/gateway-settings.js';
import { firstValue, MemberTransport, TransportFault } from '../transports/member-transport.js';
import { MemberHealth } from './member-health.js';

const timerName = 'health-probe';
/** A probe that ended this much after its deadline met a pause of our own process and says nothing about the member. */
const ownPauseMs = 1000;
const surfaces = ['service-control', 'monitoring'] as const;

/**
 * Asks every member's root document over its own transport, at start and then on an interval. Any HTTP answer counts
 * as up; only connection faults and time-outs count as down (decision 3). Start never waits for it.
 */
@Injectable()
export class HealthProbe implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly running = new Set<string>();
  /** Epoch milliseconds before which a member asked not to be probed (`Retry-After`). */
  private readonly notBefore = new Map<string, number>();
  private readonly stopped = new AbortController();
  private firstRound = false;

  constructor(
    private readonly directory: MemberDirectory,
    private readonly transport: MemberTransport,
    private readonly health: MemberHealth,
    private readonly settings: GatewaySettings,
    private readonly scheduler: SchedulerRegistry,
  ) {}

  /** Whether every member was probed once, whatever the result. */
  get hasProbedAll(): boolean {
    return this.firstRound;
  }

  onApplicationBootstrap(): void {
    void this.probeAll().then(() => {
      this.firstRound = true;
    });
    const timer = setInterval(() => void this.probeAll(), this.settings.federation.probeInterval);
    this.scheduler.addInterval(timerName, timer);
  }

  onApplicationShutdown(): void {
    if (this.scheduler.doesExist('interval', timerName)) this.scheduler.deleteInterval(timerName);
    this.stopped.abort();
  }

  async probeAll(): Promise<void> {
    await Promise.all(
      surfaces.flatMap((surface) => this.directory.membersOf(surface).map((member) => this.probe(surface, member))),
    );
  }

  private async probe(surface: string, member: Member): Promise<void> {
    const id = `${surface} ${member.key}`;
    if (this.running.has(id) || this.isToWait(id, surface, member)) return;
    this.running.add(id);
    const request = this.request(surface, member);
    const latestEnd = performance.now() + request.deadlineMs + ownPauseMs;
    try {
      const reply = await this.transport.send(member, request, this.stopped.signal);
      this.health.answered(surface, member, { version: firstValue(reply.headers, 'x-particular-version') });
      this.waitIfAsked(id, firstValue(reply.headers, 'retry-after'));
    } catch (fault) {
      if (!(fault instanceof TransportFault)) {
        if (!this.stopped.signal.aborted) throw fault;
      } else if (fault.reason === 'error') this.health.answered(surface, member, {});
      else if (performance.now() < latestEnd) this.health.probeFailed(surface, member, fault.message);
    } finally {
      this.running.delete(id);
    }
  }

  private request(surface: string, member: Member) {
    return {
      method: 'GET',
      surface,
      target: '',
      headers: { accept: 'application/json' },
      deadlineMs: member.timeoutMs ?? this.settings.federation.memberTimeout,
      command: false,
    } as const;
  }

  /** A member that is down is asked all the same: nothing but a probe brings it back. */
  private isToWait(id: string, surface: string, member: Member): boolean {
    return (this.notBefore.get(id) ?? 0) > this.health.now() && !this.health.isDown(surface, member);
  }

  private waitIfAsked(id: string, retryAfter: string | undefined): void {
    const seconds = Number(retryAfter);
    if (retryAfter === undefined || !Number.isFinite(seconds) || seconds <= 0) this.notBefore.delete(id);
    // An hour at most, so that a senseless value does not switch the probe off.
    else this.notBefore.set(id, this.health.now() + Math.min(seconds, 3600) * 1000);
  }
}
