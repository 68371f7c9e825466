import type { MetricWindow } from './history.js';
import { meanSeries, neverReported, queueLengthSeries, rateSeries, type Sample, type Series } from './series.js';
import { SlotMap } from './slot-map.js';

/** The four metrics that instances and message types have. */
export const instanceMetrics = ['processingTime', 'criticalTime', 'retries', 'throughput'] as const;
/** The five metrics that endpoints have, in the order members write them. */
export const endpointMetrics = [...instanceMetrics, 'queueLength'] as const;

export type InstanceMetric = (typeof instanceMetrics)[number];
export type EndpointMetric = (typeof endpointMetrics)[number];
/** What endpoints report; throughput is counted from the reports of processing times. */
export type ReportedMetric = Exclude<InstanceMetric, 'throughput'>;

/** The reported values of one endpoint, one instance or one message type. */
class ReportedValues {
  private readonly samples = new Map<ReportedMetric, Sample[]>();

  add(metric: ReportedMetric, sample: Sample): void {
    const known = this.samples.get(metric);
    if (known === undefined) this.samples.set(metric, [sample]);
    else known.push(sample);
  }

  forgetBefore(time: number): void {
    for (const [metric, samples] of this.samples) this.samples.set(metric, since(time, samples));
  }

  series(metric: InstanceMetric, window: MetricWindow): Series {
    const samples = this.samples.get(metric === 'throughput' ? 'processingTime' : metric);
    if (samples === undefined) return neverReported;
    const isRate = metric === 'throughput' || metric === 'retries';
    return isRate ? rateSeries(samples, window) : meanSeries(samples, window);
  }
}

/** Where a value was measured. */
export interface Origin {
  readonly instanceId: string;
  readonly messageType: string | undefined;
}

/**
 * Everything one endpoint name ever reported. It outlives the endpoint's instances: a removed instance keeps
 * contributing until its values leave the window (monitoring-api 4.5).
 */
export class EndpointMeasurements {
  private readonly whole = new ReportedValues();
  private readonly instances = new SlotMap<ReportedValues>();
  private readonly messageTypes = new SlotMap<ReportedValues>();
  private readonly queues = new SlotMap<{ samples: Sample[] }>();

  add(metric: ReportedMetric, sample: Sample, origin: Origin): void {
    this.whole.add(metric, sample);
    this.instances.getOrAdd(origin.instanceId, () => new ReportedValues()).add(metric, sample);
    if (origin.messageType !== undefined) this.seesMessageType(origin.messageType).add(metric, sample);
  }

  addQueueLength(queue: string, sample: Sample): void {
    this.queues.getOrAdd(queue, () => ({ samples: [] })).samples.push(sample);
  }

  /** Makes the type a row of `messageTypes`, with or without values. */
  seesMessageType(messageType: string): ReportedValues {
    return this.messageTypes.getOrAdd(messageType, () => new ReportedValues());
  }

  /** Drops older values; that they once came is not forgotten. */
  forgetBefore(time: number): void {
    for (const values of [this.whole, ...this.instances.values(), ...this.messageTypes.values()])
      values.forgetBefore(time);
    for (const queue of this.queues.values()) queue.samples = since(time, queue.samples);
  }

  messageTypeNames(): string[] {
    return this.messageTypes.keys();
  }

  series(metric: EndpointMetric, window: MetricWindow): Series {
    if (metric !== 'queueLength') return this.whole.series(metric, window);
    if (this.queues.size === 0) return neverReported;
    return queueLengthSeries(
      this.queues.values().map((queue) => queue.samples),
      window,
    );
  }

  seriesOfInstance(instanceId: string, metric: InstanceMetric, window: MetricWindow): Series {
    return this.instances.get(instanceId)?.series(metric, window) ?? neverReported;
  }

  seriesOfMessageType(messageType: string, metric: InstanceMetric, window: MetricWindow): Series {
    return this.messageTypes.get(messageType)?.series(metric, window) ?? neverReported;
  }
}

function since(time: number, samples: readonly Sample[]): Sample[] {
  return samples.filter((sample) => sample.at >= time);
}
