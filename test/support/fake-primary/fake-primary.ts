import { type CorsPolicy } from '../http/cors.js';
import { RecordedFake } from '../http/recorded-fake.js';
import type { Authentication } from './access.js';
import { FakeAudit } from './audits.js';
import type { InstanceFacts } from './call.js';
import { ManualClock } from './clock.js';
import type { CommandFault } from './command-queue.js';
import type { EtagStyle } from './etags.js';
import type { CustomCheckSpec } from './custom-checks.js';
import type { EndpointSpec } from './endpoints.js';
import type { EventLogItem, EventSpec } from './event-log.js';
import type { FailedMessage, MessageStatus } from './failed-message.js';
import { type GroupView, groupsOfStatus } from './groups.js';
import { containerInstanceId, instanceIdOf } from './instance-id.js';
import { type FailedMessageSpec, MessageMaker } from './message-spec.js';
import { instantFrom, maximumInstant, unsetInstant } from './instant.js';
import type { FakePrimaryOptions, Generation } from './options.js';
import { type Persister, persisterOf } from './persister.js';
import { Pipeline } from './pipeline.js';
import { PrimaryState } from './primary-state.js';
import { processedByEndpoint } from './processed-by-endpoint.js';
import { redirectId } from './redirects.js';
import type { FinishedRetry, UnacknowledgedRetry } from './retry-history.js';
import { SeededRandom } from './seeded-random.js';
import type { UsageSpec } from './usage.js';
import { rulesOf, shownVersion } from './version.js';

/** Starts a ServiceControl primary that behaves as the real one does from outside. */
export async function startFakePrimary(options: FakePrimaryOptions = {}): Promise<FakePrimary> {
  const fake = new FakePrimary(options);
  await fake.start();
  return fake;
}

/**
 * A stateful stand-in for one ServiceControl primary on 127.0.0.1: tests describe what it holds by method calls, its
 * HTTP API shows that and takes commands, `tick` lets the commands run, and it can be made to fail.
 */
export class FakePrimary extends RecordedFake {
  readonly key: string;
  readonly name: string;
  /** Informational version; build metadata is never shown. May be changed while it runs. */
  version: string;
  generation: Generation;
  isContainer: boolean;
  isEditingEnabled: boolean;
  authentication: Authentication;
  cors: CorsPolicy;
  isCompressing: boolean;
  /** By version and generation while `undefined`. */
  etags: EtagStyle | undefined;
  readonly audits: readonly FakeAudit[];
  readonly persister: Persister;
  /** The manual clock, unless the options brought another one. */
  readonly manualClock = new ManualClock();
  readonly state: PrimaryState;
  private readonly maker: MessageMaker;
  protected readonly answering = new Pipeline(this);

  constructor(options: FakePrimaryOptions) {
    super(options);
    this.key = options.key ?? 'primary';
    this.name = options.name ?? 'ServiceControl';
    this.version = options.version ?? '6.20.0';
    this.generation = options.generation ?? 'base';
    this.isContainer = options.isContainer ?? false;
    this.isEditingEnabled = options.isEditingEnabled ?? true;
    this.authentication = options.authentication ?? { mode: 'off' };
    this.cors = options.cors ?? 'any';
    this.isCompressing = options.isCompressing ?? true;
    this.etags = options.etags;
    this.audits = (options.audits ?? []).map((spec) => new FakeAudit(spec));
    this.persister = persisterOf(options.persister ?? 'ravendb');
    const seed = options.seed ?? this.key;
    this.maker = new MessageMaker(new SeededRandom(seed), seed);
    this.state = new PrimaryState({
      persister: this.persister,
      generation: () => this.generation,
      clock: options.clock ?? this.manualClock.now,
      seed,
      batchSize: options.batchSize ?? 1000,
      retryHistoryDepth: options.retryHistoryDepth ?? 10,
      audits: this.audits,
    });
  }

  // Where it is

  /** Base address with its final slash, as a member's `api_uri`. */
  get url(): string {
    return `${this.origin}/api/`;
  }

  get instanceId(): string {
    return this.isContainer ? containerInstanceId : instanceIdOf(`${this.origin}/api`);
  }

  // What it holds

  /** Adds messages: a number of made-up ones, all alike in what `like` says, or one per description. Gives their ids. */
  hasFailedMessages(described: number | readonly FailedMessageSpec[], like: FailedMessageSpec = {}): readonly string[] {
    const specs = typeof described === 'number' ? Array.from({ length: described }, () => ({})) : described;
    return specs.map((spec) => {
      const message = this.maker.make({ ...like, ...spec });
      this.state.messages.add(message);
      return message.uniqueId;
    });
  }

  hasGroupComment(groupId: string, comment: string): void {
    this.state.comments.set(groupId, comment);
  }

  /** Gives the bare GUIDs. */
  hasCustomChecks(checks: readonly CustomCheckSpec[]): readonly string[] {
    return checks.map((check) => this.state.checks.report(check));
  }

  /** Gives the ids of the instances. */
  hasEndpoints(endpoints: readonly EndpointSpec[]): readonly string[] {
    return endpoints.map((endpoint) => this.state.endpoints.has(endpoint, this.state.settings.clock()));
  }

  hasRedirect(redirect: { readonly from: string; readonly to: string; readonly lastModified?: string }): string {
    const { from, to, lastModified } = redirect;
    const modified = lastModified === undefined ? this.state.settings.clock() : instantFrom(lastModified);
    this.state.redirects.push({ from, to, lastModified: modified });
    return redirectId({ from });
  }

  /** Usage figures, one entry per source and queue. */
  hasUsage(usage: readonly UsageSpec[]): void {
    for (const spec of usage) this.state.usage.add(spec);
  }

  hasEvents(events: readonly EventSpec[]): void {
    for (const event of events) this.state.events.add(event);
  }

  /** Finished retries, as if they had run long ago; what is left out is made up. */
  hasRetryHistory(retries: readonly Partial<FinishedRetry>[]): void {
    for (const retry of retries) this.state.history.add(this.finishedRetry(retry));
  }

  /** Finished retries that nobody has acknowledged yet. */
  hasUnacknowledgedRetries(retries: readonly Partial<UnacknowledgedRetry>[]): void {
    for (const retry of retries) {
      const { classifier, last = maximumInstant } = retry;
      this.state.history.addUnacknowledged({ ...this.finishedRetry(retry), classifier, last });
    }
  }

  message(id: string): FailedMessage | undefined {
    return this.state.messages.find(id);
  }

  messages(): readonly FailedMessage[] {
    return this.state.messages.all();
  }

  /** Groups of the messages of one status, newest first; unresolved ones unless said. */
  groups(classifier?: string, status: MessageStatus = 'unresolved'): readonly GroupView[] {
    const found = groupsOfStatus(this.state.messages, status);
    return classifier === undefined ? found : found.filter(({ type }) => type === classifier);
  }

  get eventLog(): readonly EventLogItem[] {
    return this.state.events.items;
  }

  // What happens to it

  /** Commands that ended in the member's error handling. */
  get faultLog(): readonly CommandFault[] {
    return this.state.commands.faultLog;
  }

  /** One turn: running operations go one state further, then waiting commands are handled. */
  tick(times = 1): void {
    for (let k = 0; k < times; k += 1) this.state.tick();
  }

  /** Ticks until nothing moves any more. */
  settle(): void {
    while (!this.state.isSettled) this.tick();
  }

  /** The process ends and starts anew: what was only in memory is lost. */
  restart(): void {
    this.state.restart();
  }

  /** The endpoint has processed a retried message: it is resolved, or it failed once more. */
  endpointProcesses(id: string, outcome: 'success' | 'failure'): void {
    processedByEndpoint(this.state, id, outcome);
  }

  /** The member looks which of its audits can be reached again. */
  selfChecks(): void {
    for (const audit of this.audits) audit.selfCheck();
  }

  /** RavenDB's accidental order of equal rows changes, with no change of any tag. */
  swapTies(): void {
    this.state.messages.swapTies();
  }

  /** What the pipeline reads for each request. */
  get facts(): InstanceFacts {
    return {
      name: this.name,
      version: shownVersion(this.version),
      generation: this.generation,
      instanceId: this.instanceId,
      origin: this.origin,
      isEditingEnabled: this.isEditingEnabled,
      authentication: this.authentication,
      etags: this.etags ?? this.usualEtags(),
      audits: this.audits,
    };
  }

  private finishedRetry(retry: Partial<FinishedRetry>): FinishedRetry {
    const { startTime = unsetInstant, completionTime = this.state.settings.clock(), originator } = retry;
    const { requestId = 'All', retryType = 'all', failed = false, processed = 1 } = retry;
    return { requestId, retryType, startTime, completionTime, originator, failed, processed };
  }

  private usualEtags(): EtagStyle {
    if (this.generation === 'next') return 'weak';
    return rulesOf(this.version).since('6.19.0') ? 'strong' : 'unquoted';
  }
}
