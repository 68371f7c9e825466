import type { MonitoringState } from './monitoring-state.js';

/** An endpoint that goes on reporting by itself, as a busy one does. */
export interface SteadyTraffic {
  readonly endpoint: string;
  /** The endpoint's only instance when left out. */
  readonly instance?: string;
  readonly messageType?: string;
  /** Messages processed each second; below one, a message every few seconds. */
  readonly perSecond: number;
  /** Milliseconds around which the processing times lie. */
  readonly processingTime: number;
  /** Milliseconds around which the critical times lie. */
  readonly criticalTime?: number;
  /** Length around which the input queue lies. */
  readonly queueLength?: number;
}

const hourMs = 3_600_000;
/** Members keep what the longest period can show, and the bucket it holds back. */
const keptMs = hourMs + 120_000;
/** How single values lie around the given one, so that charts are not flat. */
const swing = [0.8, 1, 1.3, 0.9, 1.1, 0.7, 1.2];

/**
 * Writes the reports that are due whenever it is asked, up to an hour back, so that no timer runs. What no period can
 * show any more is dropped, so that memory stays level.
 */
export class SteadyReporter {
  private readonly running = new Map<string, { traffic: SteadyTraffic; sent: number; since: number }>();

  begin(traffic: SteadyTraffic, now: number): void {
    this.running.set(traffic.endpoint, { traffic, sent: 0, since: now - hourMs });
  }

  /** The endpoint falls silent. */
  end(endpoint: string): void {
    this.running.delete(endpoint);
  }

  catchUp(state: MonitoringState, now: number): void {
    for (const run of this.running.values()) {
      const due = Math.floor(((now - run.since) * run.traffic.perSecond) / 1000);
      for (; run.sent < due; run.sent += 1) {
        const measuredAt = run.since + ((run.sent + 1) * 1000) / run.traffic.perSecond;
        if (now - measuredAt < keptMs) state.receive(measurementOf(run.traffic, run.sent, now - measuredAt), now);
      }
      state.announce(run.traffic.endpoint, { ...instanceOf(run.traffic) }, now);
      state.measurementsOf(run.traffic.endpoint).forgetBefore(now - keptMs);
    }
  }
}

function measurementOf(
  traffic: SteadyTraffic,
  number: number,
  agoMs: number,
): Parameters<MonitoringState['receive']>[0] {
  const { endpoint, instance, messageType, processingTime, criticalTime, queueLength } = traffic;
  const factor = swing[number % swing.length] ?? 1;
  return {
    endpoint,
    ...(instance === undefined ? {} : { instance }),
    ...(messageType === undefined ? {} : { messageType }),
    secondsAgo: agoMs / 1000,
    processingTime: processingTime * factor,
    ...(criticalTime === undefined ? {} : { criticalTime: criticalTime * factor }),
    ...(queueLength === undefined ? {} : { queueLength: Math.round(queueLength * factor) }),
  };
}

function instanceOf({ instance }: SteadyTraffic): { instances?: readonly string[] } {
  return instance === undefined ? {} : { instances: [instance] };
}
