import { SlotMap } from './slot-map.js';

/** One running copy of an endpoint. */
export interface EndpointInstance {
  readonly id: string;
  readonly name: string;
}

/** How long instances may be silent, in milliseconds (monitoring-api 4.6). */
export interface InstanceLifetimes {
  /** Silent for longer than this: stale. */
  readonly graceMs: number;
  /** Silent for longer than this and the grace period: removed. */
  readonly forgetAfterMs: number;
  /** How often silent instances are looked for. */
  readonly sweepEveryMs: number;
}

/** ServiceControl.Monitoring's defaults: 40 s, 60 min, 5 min. */
export const defaultLifetimes: InstanceLifetimes = { graceMs: 40_000, forgetAfterMs: 3_600_000, sweepEveryMs: 300_000 };

/**
 * Which instances of which endpoints are known and when each was last heard of. Endpoint names and instance ids are
 * compared with case, except that `remove` finds instances in any letter case (monitoring-api 4.5).
 */
export class InstanceRegistry {
  private readonly endpoints = new SlotMap<SlotMap<EndpointInstance>>();
  private readonly activity = new Map<string, number>();
  private lastSweep: number | undefined;

  constructor(private readonly lifetimes: InstanceLifetimes) {}

  /** Registers the instance when it is new and notes when it was heard of; `undefined` records no activity at all. */
  heardFrom(endpoint: string, instance: EndpointInstance, at: number | undefined): void {
    const instances = this.endpoints.getOrAdd(endpoint, () => new SlotMap());
    instances.getOrAdd(instance.id, () => instance);
    if (at === undefined) this.activity.delete(activityKey(endpoint, instance.id));
    if (at !== undefined) this.activity.set(activityKey(endpoint, instance.id), at);
  }

  endpointNames(): string[] {
    return this.endpoints.keys();
  }

  instancesOf(endpoint: string): EndpointInstance[] {
    return this.endpoints.get(endpoint)?.values() ?? [];
  }

  isStale(endpoint: string, instanceId: string, now: number): boolean {
    const heard = this.activity.get(activityKey(endpoint, instanceId));
    return heard === undefined || now - heard > this.lifetimes.graceMs;
  }

  /** Takes an instance off the lists, and the endpoint with its last one. Unknown names and ids change nothing. */
  remove(endpoint: string, instanceId: string): void {
    this.activity.delete(activityKey(endpoint, instanceId));
    for (const instance of this.instancesOf(endpoint)) {
      if (instance.id.toLowerCase() === instanceId.toLowerCase()) this.drop(endpoint, instance.id);
    }
  }

  /** Removes what has been silent too long, but only at the moments a member would look, by the given clock. */
  sweep(now: number): void {
    this.lastSweep ??= now;
    if (Math.abs(now - this.lastSweep) < this.lifetimes.sweepEveryMs) return;
    this.lastSweep = now;
    for (const endpoint of this.endpointNames()) {
      for (const { id } of this.instancesOf(endpoint)) {
        if (this.hasExpired(endpoint, id, now)) this.remove(endpoint, id);
      }
    }
  }

  private hasExpired(endpoint: string, instanceId: string, now: number): boolean {
    const heard = this.activity.get(activityKey(endpoint, instanceId));
    return heard !== undefined && now - heard > this.lifetimes.forgetAfterMs + this.lifetimes.graceMs;
  }

  private drop(endpoint: string, instanceId: string): void {
    const instances = this.endpoints.get(endpoint);
    instances?.delete(instanceId);
    if (instances?.size === 0) this.endpoints.delete(endpoint);
  }
}

function activityKey(endpoint: string, instanceId: string): string {
  return JSON.stringify([endpoint, instanceId]);
}
