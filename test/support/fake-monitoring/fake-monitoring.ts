import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Access, type Authentication, fallbackDemand } from './access.js';
import { Faults } from './faults.js';
import { defaultLifetimes, type InstanceLifetimes } from './instance-registry.js';
import { Listener } from './listener.js';
import { MetricsAnswers } from './metrics-answers.js';
import { type EndpointAnnouncement, type Measurement, MonitoringState } from './monitoring-state.js';
import { RecordedRequest } from './recording.js';
import { emptyReply, type Reply, withHeaders } from './reply.js';
import { replyInstead, ReplySender } from './reply-sender.js';
import { readTarget } from './request-line.js';
import { RequestIds } from './request-ids.js';
import { controllerHeaders, corsHeaders, type CorsPolicy, preflightReply, withCors } from './response-headers.js';
import { match } from './router.js';
import type { MonitoringLicense } from './routes.js';
import { SteadyReporter, type SteadyTraffic } from './steady-traffic.js';
import { unverifiedReader } from './token.js';
import { rulesOf, shownVersion, type VersionRules } from './version.js';

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
export class FakeMonitoring {
  version: string;
  clockOffsetMs: number;
  authentication: Authentication;
  cors: CorsPolicy;
  license: MonitoringLicense;
  metricsQueue: string;
  readonly faults = new Faults();
  private recorded: RecordedRequest[] = [];
  private state: MonitoringState;
  private readonly clock: () => number;
  private readonly lifetimes: InstanceLifetimes;
  private readonly listener: Listener;
  private readonly reporter = new SteadyReporter();
  private readonly requestIds = new RequestIds();

  constructor(options: FakeMonitoringOptions) {
    this.version = options.version ?? '6.19.2';
    this.clockOffsetMs = options.clockOffsetMs ?? 0;
    this.authentication = options.authentication ?? { mode: 'off' };
    this.cors = options.cors ?? 'any';
    this.license = options.license ?? validLicense;
    this.metricsQueue = options.metricsQueue ?? 'Particular.Monitoring';
    this.clock = options.clock ?? Date.now;
    this.lifetimes = options.lifetimes ?? defaultLifetimes;
    this.state = new MonitoringState(this.lifetimes);
    this.listener = new Listener(
      {
        connected: (socket) => this.connected(socket),
        requested: (message, response) => void this.requested(message, response),
      },
      { host: options.host ?? '127.0.0.1', port: options.port ?? 0 },
    );
  }

  get port(): number {
    return this.listener.port;
  }

  /** Base address on this machine with its final slash, as a member's `monitoring_uri`. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  get isListening(): boolean {
    return this.listener.isListening;
  }

  /** Every request since the start or the last `forgetRequests`, oldest first. */
  get requests(): readonly RecordedRequest[] {
    return this.recorded;
  }

  forgetRequests(): void {
    this.recorded = [];
  }

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

  /** Listens, after a stop on the same port again; what endpoints reported is still there. */
  start(): Promise<void> {
    this.state.registry.sweep(this.now());
    return this.listener.start();
  }

  /** Refuses connections and closes the open ones; waits until nothing is left. */
  stop(): Promise<void> {
    for (const request of this.recorded) request.finish('cut');
    return this.listener.stop();
  }

  private now(): number {
    return this.clock() + this.clockOffsetMs;
  }

  private connected(socket: Socket): void {
    if (this.faults.ofConnection() !== undefined) socket.resetAndDestroy();
  }

  private async requested(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = new RecordedRequest(message, response);
    this.recorded.push(request);
    await request.received;
    if (request.finished !== 'open') return;

    const fault = this.faults.ofRequest(request.method, request.target);
    const reply = replyInstead(fault) ?? this.answer(request, message.socket);
    await new ReplySender(response, request, this.faults).send(withHeaders(reply, [['Server', 'Kestrel']]), fault);
  }

  private answer(request: RecordedRequest, socket: Socket): Reply {
    const rules = rulesOf(this.version);
    const ids: Reply['headers'] = rules.knowsPermissions ? [['Request-Id', this.requestIds.next(socket)]] : [];
    const preflight = preflightReply(request, this.cors);
    if (preflight !== undefined) return withHeaders(preflight, ids);

    const readToken = unverifiedReader(() => this.now());
    const access = new Access(this.authentication, rules, request.header('Authorization'), readToken);
    const reply = this.routed(request, rules, access);
    if (reply.bare === true) return reply;
    const cors = corsHeaders(request, this.cors, rules.knowsPermissions);
    return withCors(withHeaders(reply, [...access.headers, ...ids]), cors);
  }

  private routed(request: RecordedRequest, rules: VersionRules, access: Access): Reply {
    const line = readTarget(request.target);
    const found = match(line, request.method, rules);
    const refusal = access.refuse(found.kind === 'route' ? found.route : fallbackDemand);
    if (refusal !== undefined) return refusal;
    if (found.kind === 'not-found') return emptyReply(404);
    if (found.kind === 'wrong-method') return emptyReply(405, [['Allow', found.allow]]);

    this.reporter.catchUp(this.state, this.now());
    this.state.registry.sweep(this.now());
    const version = shownVersion(this.version);
    const reply = found.route.answer({
      line,
      values: found.values,
      access,
      instance: { version, metricsQueue: this.metricsQueue, license: this.license },
      metrics: new MetricsAnswers(this.state, () => this.now(), rules),
      removeInstance: (endpoint, instanceId) => this.state.registry.remove(endpoint, instanceId),
    });
    return reply.bare === true ? reply : withHeaders(reply, controllerHeaders(version, this.now()));
  }
}
