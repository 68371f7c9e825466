import type { Authentication } from '../fake-primary/access.js';
import type { CorsPolicy } from '../http/cors.js';
import { RecordedFake } from '../http/recorded-fake.js';
import { defaultLifetimes, type InstanceLifetimes } from './instance-registry.js';
import { type EndpointAnnouncement, type Measurement, MonitoringState } from './monitoring-state.js';
import { Pipeline } from './pipeline.js';
import type { MonitoringLicense } from './routes.js';
import { SteadyReporter, type SteadyTraffic } from './steady-traffic.js';

/** How a fake begins; everything but host, port, clock and lifetimes can be changed later. */
export interface FakeMonitoringOptions {
  /** 127.0.0.1 when left out; `0.0.0.0` lets other containers in. */
  readonly host?: string;
  /** A free one when left out. */
  readonly port?: number;
  /** Informational version; build metadata is never shown. */
  readonly version?: string;
  /** Milliseconds since 1970; the real time when left out. */
  readonly clock?: () => number;
  /** How far this instance's own clock is ahead of that one. */
  readonly clockOffsetMs?: number;
  readonly authentication?: Authentication;
  readonly cors?: CorsPolicy;
  readonly license?: MonitoringLicense;
  /** `MetricsQueue` of the connection document. */
  readonly metricsQueue?: string;
  readonly lifetimes?: InstanceLifetimes;
}

const validLicense: MonitoringLicense = {
  trialLicense: false,
  edition: 'Enterprise',
  registeredTo: 'Example Shop',
  upgradeProtectionExpiration: '2099-12-31T00:00:00.0000000',
  expirationDate: '',
  status: 'valid',
};

/** Starts a ServiceControl.Monitoring instance that behaves as the real one does from outside. */
export async function startFakeMonitoring(options: FakeMonitoringOptions = {}): Promise<FakeMonitoring> {
  const fake = new FakeMonitoring(options);
  await fake.start();
  return fake;
}

/**
 * A stateful stand-in for one ServiceControl.Monitoring instance: endpoints report to it by method calls,
 * its HTTP API shows what came of it, and it can be made to fail.
 */
export class FakeMonitoring extends RecordedFake {
  version: string;
  clockOffsetMs: number;
  authentication: Authentication;
  cors: CorsPolicy;
  license: MonitoringLicense;
  metricsQueue: string;
  private state: MonitoringState;
  private readonly clock: () => number;
  private readonly lifetimes: InstanceLifetimes;
  private readonly reporter = new SteadyReporter();
  protected readonly answering = new Pipeline(this);

  constructor(options: FakeMonitoringOptions) {
    super(options);
    this.version = options.version ?? '6.20.0';
    this.clockOffsetMs = options.clockOffsetMs ?? 0;
    this.authentication = options.authentication ?? { mode: 'off' };
    this.cors = options.cors ?? 'any';
    this.license = options.license ?? validLicense;
    this.metricsQueue = options.metricsQueue ?? 'Particular.Monitoring';
    this.clock = options.clock ?? Date.now;
    this.lifetimes = options.lifetimes ?? defaultLifetimes;
    this.state = new MonitoringState(this.lifetimes);
  }

  /** Base address on this machine with its final slash, as a member's `monitoring_uri`. */
  get url(): string {
    return `${this.origin}/`;
  }

  override start(): Promise<void> {
    this.state.registry.sweep(this.now());
    return super.start();
  }

  // What endpoints tell it

  /** An endpoint announces itself without any value, or instances that are known already fall silent. */
  hasEndpoint(name: string, announcement: EndpointAnnouncement = {}): void {
    this.state.announce(name, announcement, this.now());
  }

  /** Instances report; each report counts as a sign of life at this moment, whenever its values were measured. */
  receives(...measurements: readonly Measurement[]): void {
    for (const measurement of measurements) this.state.receive(measurement, this.now());
  }

  /** The endpoint reports from now on, and already did for the last hour, until it is told to stop. */
  keepsReporting(traffic: SteadyTraffic): void {
    this.reporter.begin(traffic, this.now());
  }

  /** Ends `keepsReporting`; the endpoint becomes stale after the grace period. */
  stopsReporting(endpoint: string): void {
    this.reporter.catchUp(this.state, this.now());
    this.reporter.end(endpoint);
  }

  /** Empties every list, as a restart of the process does; endpoints that keep reporting come back by themselves. */
  forgetEverything(): void {
    this.state = new MonitoringState(this.lifetimes);
  }

  // What the pipeline reads for each request

  now(): number {
    return this.clock() + this.clockOffsetMs;
  }

  currentState(): MonitoringState {
    this.reporter.catchUp(this.state, this.now());
    this.state.registry.sweep(this.now());
    return this.state;
  }
}
