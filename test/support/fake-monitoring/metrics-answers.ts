import type { JsonOut } from './dotnet-json.js';
import { type HistoryPeriod, type MetricWindow, windowAt } from './history.js';
import { type EndpointMetric, endpointMetrics, type InstanceMetric, instanceMetrics } from './measurements.js';
import { readMessageType } from './message-type.js';
import type { MonitoringState } from './monitoring-state.js';
import type { Series } from './series.js';
import type { VersionRules } from '../fake-primary/version.js';

/** What the two list routes and the details route answer with. */
export class MetricsAnswers {
  constructor(
    private readonly state: MonitoringState,
    /** The member's own clock, in milliseconds. */
    private readonly now: () => number,
    private readonly rules: Pick<VersionRules, 'since'>,
  ) {}

  /** `GET monitored-endpoints` (monitoring-api 4.2). */
  endpoints(period: HistoryPeriod): JsonOut {
    const now = this.now();
    const windows = this.windowPerMetric(period);
    return this.state.registry.endpointNames().map((name) => {
      const values = this.state.measurementsOf(name);
      const ids = this.state.registry.instancesOf(name).map((instance) => instance.id);
      const stale = ids.filter((id) => this.state.registry.isStale(name, id, now)).length;
      // Before, one stale instance was enough.
      const isStale = this.rules.since('6.15.0') ? stale === ids.length : stale > 0;
      return {
        name,
        isStale,
        endpointInstanceIds: ids,
        metrics: perMetric(endpointMetrics, (metric) => shown(values.series(metric, windows[metric]))),
        ...(this.rules.since('4.9.0') ? { disconnectedCount: stale, connectedCount: ids.length - stale } : {}),
      };
    });
  }

  /** `GET monitored-endpoints/{name}`: also for names nobody ever reported (monitoring-api 4.3). */
  details(name: string, period: HistoryPeriod): JsonOut {
    const now = this.now();
    const windows = this.windowPerMetric(period);
    const values = this.state.measurementsOf(name);
    const series = perMetric(endpointMetrics, (metric) => values.series(metric, windows[metric]));
    return {
      digest: { metrics: perMetric(endpointMetrics, (metric) => digest(series[metric])) },
      instances: this.state.registry.instancesOf(name).map((instance) => ({
        name: instance.name,
        id: instance.id,
        isStale: this.state.registry.isStale(name, instance.id, now),
        metrics: perMetric(instanceMetrics, (metric) =>
          shown(values.seriesOfInstance(instance.id, metric, windows[metric])),
        ),
      })),
      messageTypes: values.messageTypeNames().map((messageType) => ({
        ...readMessageType(messageType),
        metrics: perMetric(instanceMetrics, (metric) =>
          shown(values.seriesOfMessageType(messageType, metric, windows[metric])),
        ),
      })),
      metricDetails: { metrics: perMetric(endpointMetrics, (metric) => withAxis(series[metric], windows[metric])) },
    };
  }

  /** `GET monitored-endpoints/disconnected`: names that have only stale instances (monitoring-api 4.4). */
  disconnected(): number {
    const now = this.now();
    const { registry } = this.state;
    return registry
      .endpointNames()
      .filter((name) => registry.instancesOf(name).every(({ id }) => registry.isStale(name, id, now))).length;
  }

  /** The clock is read for each metric, so a boundary can fall between two of them (monitoring-api 4.3). */
  private windowPerMetric(period: HistoryPeriod): Record<EndpointMetric, MetricWindow> {
    return perMetric(endpointMetrics, () => windowAt(this.now(), period));
  }
}

function perMetric<M extends EndpointMetric | InstanceMetric, T>(
  metrics: readonly M[],
  value: (metric: M) => T,
): Record<M, T> {
  return Object.fromEntries(metrics.map((metric) => [metric, value(metric)])) as Record<M, T>;
}

function shown({ average, points }: Series): { average: number; points: readonly number[] } {
  return { average, points };
}

function digest({ average, points }: Series): JsonOut {
  return { latest: points.at(-1) ?? 0, average };
}

function withAxis({ average, points }: Series, window: MetricWindow): JsonOut {
  const timeAxisValues = points.length === 0 ? [] : window.starts.map(wholeSeconds);
  return { timeAxisValues, average, points };
}

function wholeSeconds(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}
