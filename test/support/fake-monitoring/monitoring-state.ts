import { type EndpointInstance, InstanceRegistry, type InstanceLifetimes } from './instance-registry.js';
import { EndpointMeasurements, type Origin, type ReportedMetric } from './measurements.js';
import { firstOfList } from './message-type.js';

/** The id of an endpoint's instance when a test does not care which. */
export function onlyInstanceOf(endpoint: string): string {
  return `${endpoint}-1`;
}

/** One report of an endpoint's instance: any of the values, all measured at the same moment. */
export interface Measurement {
  readonly endpoint: string;
  /** Id of the reporting instance; the endpoint's only one when left out. */
  readonly instance?: string;
  /** Type text as reported: a plain name, an assembly-qualified name, or several separated by `;`. */
  readonly messageType?: string;
  /** Milliseconds. */
  readonly processingTime?: number;
  /** Milliseconds; negative with clock skew. */
  readonly criticalTime?: number;
  /** How many retries took place. */
  readonly retries?: number;
  /** Messages waiting in `queue`. */
  readonly queueLength?: number;
  /** The endpoint's own input queue when left out. */
  readonly queue?: string;
  /** When it was measured, in seconds before the fake's present; 0 when left out. */
  readonly secondsAgo?: number;
  /** How many equal reports came; 1 when left out. */
  readonly times?: number;
}

/** An instance that announced itself without reporting a value. */
export interface QuietInstance {
  readonly id: string;
  /** Equal to the id when left out. */
  readonly name?: string;
  /** Seconds since its last report; `forever` means that none was ever recorded. 0 when left out. */
  readonly silentForSeconds?: number | 'forever';
}

/** How an endpoint announces itself. */
export interface EndpointAnnouncement {
  /** Its instances; one with the id of `onlyInstanceOf` when left out. */
  readonly instances?: readonly (string | QuietInstance)[];
  /** Applies to every instance that says nothing else. */
  readonly silentForSeconds?: number | 'forever';
  /** Message types seen without any value. */
  readonly messageTypes?: readonly string[];
}

/** What one Monitoring instance holds in memory (monitoring-api 7). */
export class MonitoringState {
  readonly registry: InstanceRegistry;
  private readonly measurements = new Map<string, EndpointMeasurements>();

  constructor(lifetimes: InstanceLifetimes) {
    this.registry = new InstanceRegistry(lifetimes);
  }

  /** The values of an endpoint name, also after its last instance went; empty for a name never heard of. */
  measurementsOf(endpoint: string): EndpointMeasurements {
    return this.measurements.get(endpoint) ?? new EndpointMeasurements();
  }

  announce(endpoint: string, announcement: EndpointAnnouncement, now: number): void {
    for (const given of announcement.instances ?? [onlyInstanceOf(endpoint)]) {
      const instance: QuietInstance = typeof given === 'string' ? { id: given } : given;
      const silence = instance.silentForSeconds ?? announcement.silentForSeconds ?? 0;
      const heardAt = silence === 'forever' ? undefined : now - silence * 1000;
      this.registry.heardFrom(endpoint, identity(instance), heardAt);
    }
    for (const messageType of announcement.messageTypes ?? []) this.write(endpoint).seesMessageType(messageType);
  }

  receive(measurement: Measurement, now: number): void {
    const { endpoint, instance = onlyInstanceOf(endpoint), times = 1 } = measurement;
    this.registry.heardFrom(endpoint, identity({ id: instance }), now);
    for (let report = 0; report < times; report++) {
      this.store(measurement, { instanceId: instance, messageType: firstOfList(measurement.messageType ?? '') }, now);
    }
  }

  private store(measurement: Measurement, origin: Origin, now: number): void {
    const { endpoint, processingTime, criticalTime, retries = 0, queueLength, queue = endpoint } = measurement;
    const at = now - (measurement.secondsAgo ?? 0) * 1000;
    const values = this.write(endpoint);
    const add = (metric: ReportedMetric, value: number): void => {
      values.add(metric, { at, value }, origin);
    };

    if (origin.messageType !== undefined) values.seesMessageType(origin.messageType);
    if (processingTime !== undefined) add('processingTime', processingTime);
    if (criticalTime !== undefined) add('criticalTime', criticalTime);
    for (let retry = 0; retry < retries; retry++) add('retries', 1);
    if (queueLength !== undefined) values.addQueueLength(queue, { at, value: queueLength });
  }

  private write(endpoint: string): EndpointMeasurements {
    const known = this.measurements.get(endpoint);
    if (known !== undefined) return known;
    const created = new EndpointMeasurements();
    this.measurements.set(endpoint, created);
    return created;
  }
}

function identity(instance: QuietInstance): EndpointInstance {
  return { id: instance.id, name: instance.name ?? instance.id };
}
