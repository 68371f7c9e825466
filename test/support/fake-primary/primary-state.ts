import { ArchiveOperations } from './archive-operations.js';
import type { FakeAudit } from './audits.js';
import type { Clock } from './clock.js';
import { CommandQueue } from './command-queue.js';
import { type Configuration, usualConfiguration } from './configuration.js';
import { CustomChecks } from './custom-checks.js';
import { type EmailSettings, noEmailSettings } from './email-settings.js';
import { Endpoints } from './endpoints.js';
import { EventLog } from './event-log.js';
import type { MessageStatus } from './failed-message.js';
import { type License, usualLicense } from './license.js';
import type { LicenseDetails } from './license-upload.js';
import { MessageRowTexts } from './message-row.js';
import { MessageStore } from './message-store.js';
import type { Generation } from './options.js';
import type { Persister } from './persister.js';
import type { Redirect } from './redirects.js';
import { noPurge, type RetentionPurge } from './retention-purge.js';
import { RetryHistory } from './retry-history.js';
import { RetryOperations } from './retry-operations.js';
import { Usage } from './usage.js';
import { type UsageTransport, usageTransport } from './usage-transport.js';

/** What the state is built with; none of it changes later. */
export interface StateSettings {
  readonly persister: Persister;
  /** Asked anew each time, as it may change. */
  readonly generation: () => Generation;
  readonly clock: Clock;
  readonly seed: string;
  readonly batchSize: number;
  readonly retryHistoryDepth: number;
  readonly audits: readonly FakeAudit[];
}

/** A new message made of an edited one, on its way to the failing endpoint. */
export interface SentEdit {
  readonly editOf: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything one member keeps, in its database or in memory (contract 16). */
export class PrimaryState {
  readonly messages: MessageStore;
  readonly commands: CommandQueue;
  readonly events: EventLog;
  readonly history: RetryHistory;
  readonly retries: RetryOperations;
  readonly archives: ArchiveOperations;
  readonly unarchives: ArchiveOperations;
  readonly comments = new Map<string, string>();
  /** Ids of messages that were edited once. */
  readonly edited = new Set<string>();
  readonly rowTexts = new MessageRowTexts();
  readonly checks: CustomChecks;
  readonly endpoints = new Endpoints();
  /** By endpoint name; the default entry has the empty one. */
  readonly endpointSettings = new Map<string, boolean>();
  trackInstancesInitially = true;
  /** In the order in which they were made. */
  readonly redirects: Redirect[] = [];
  email: EmailSettings = noEmailSettings;
  /** Why a test email cannot be sent, when it cannot. */
  emailFault: string | undefined;
  licenseId = '00000000-0000-0000-0000-0000000000a1';
  licenseDetails: LicenseDetails | undefined;
  readonly usage = new Usage();
  usageTransport: UsageTransport = usageTransport('RabbitMQ');
  /** Why the broker cannot be asked for usage, when it cannot. */
  brokerFault: string | undefined;
  purge: RetentionPurge = noPurge;
  configuration: Configuration = usualConfiguration;
  license: License = usualLicense;
  /** What edits sent to endpoints, oldest first. */
  readonly sentEdits: SentEdit[] = [];

  constructor(readonly settings: StateSettings) {
    const { clock, persister, generation, batchSize } = settings;
    this.messages = new MessageStore(persister, clock, settings.seed);
    this.commands = new CommandQueue(clock);
    this.events = new EventLog(clock);
    this.checks = new CustomChecks(clock, this.events);
    this.history = new RetryHistory({ depth: settings.retryHistoryDepth, keepsOnePerRequest: persister.isEf });
    this.retries = new RetryOperations({
      messages: this.messages,
      history: this.history,
      events: this.events,
      clock,
      generation,
      batchSize,
    });
    this.archives = this.groupWork('archived', 'FailedMessageGroupArchived', 'deleted');
    this.unarchives = this.groupWork('unresolved', 'FailedMessageGroupUnarchived', 'restored');
  }

  get persister(): Persister {
    return this.settings.persister;
  }

  /** One turn of the member's clock: running operations go one state further, then waiting commands are handled. */
  tick(): void {
    this.retries.step();
    this.archives.step();
    this.unarchives.step();
    this.commands.handleAll();
  }

  /** Whether another tick would change nothing. */
  get isSettled(): boolean {
    return this.commands.isEmpty && this.retries.isIdle && this.archives.isIdle && this.unarchives.isIdle;
  }

  /** What was only in memory is gone; messages, comments, history and waiting commands stay. */
  restart(): void {
    this.retries.forget();
    this.archives.forget();
    this.unarchives.forget();
  }

  private groupWork(status: MessageStatus, eventType: string, verb: string): ArchiveOperations {
    return new ArchiveOperations(this.settings.clock, {
      batchSize: this.settings.batchSize,
      apply: (ids) => {
        for (const id of ids) this.setStatus(id, status);
      },
      finish: ({ groupId, title, done }) => {
        this.events.info('Recoverability', eventType, {
          description: `${verb} ${String(done)} message(s) from group: ${title}`,
          relatedTo: [`/recoverability/groups/${groupId}`],
        });
      },
    });
  }

  private setStatus(id: string, status: MessageStatus): void {
    const message = this.messages.find(id);
    if (message === undefined || message.status === status) return;
    this.messages.change(message, () => (message.status = status));
  }
}
