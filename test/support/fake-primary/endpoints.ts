import { deterministicGuid } from './deterministic-guid.js';
import type { Endpoint } from './failed-message.js';
import type { Instant } from './instant.js';

/** An instance of an endpoint as tests describe it. */
export interface EndpointSpec {
  readonly name: string;
  readonly host?: string;
  readonly hostId?: string;
  readonly isMonitored?: boolean;
  /** `undefined` for one that never sent a heartbeat. */
  readonly heartbeat?: 'beating' | 'dead' | undefined;
}

export interface MonitoredEndpoint extends Endpoint {
  readonly id: string;
  isMonitored: boolean;
  readonly heartbeat: 'beating' | 'dead' | undefined;
  readonly lastReportAt: Instant;
}

/** Endpoint instances, kept in memory in the order of a hash map (contract 12.4). */
export class Endpoints {
  private readonly byId = new Map<string, MonitoredEndpoint>();

  /** An instance with the same name and host is replaced. */
  has(spec: EndpointSpec, lastReportAt: Instant): string {
    const { name, host = 'SRV2', isMonitored = true, heartbeat } = spec;
    const hostId = spec.hostId ?? deterministicGuid(name, host);
    const id = deterministicGuid(name, hostId);
    this.byId.set(id, { id, name, host, hostId, isMonitored, heartbeat, lastReportAt });
    return id;
  }

  all(): readonly MonitoredEndpoint[] {
    return [...this.byId.values()];
  }

  find(id: string): MonitoredEndpoint | undefined {
    return this.byId.get(id);
  }

  remove(id: string): boolean {
    return this.byId.delete(id);
  }
}
