import { FakeMonitoring, type FakeMonitoringOptions } from './fake-monitoring/fake-monitoring.js';
import { FakePrimary } from './fake-primary/fake-primary.js';
import type { FakePrimaryOptions } from './fake-primary/options.js';
import type { PersisterName } from './fake-primary/persister.js';

/** The two processes of an installation. */
export type Part = 'primary' | 'monitoring';

/** How an installation begins. */
export interface InstallationOptions {
  readonly key: string;
  /** The key when left out. */
  readonly name?: string;
  readonly persister?: PersisterName;
  /** Of both parts. */
  readonly version?: string;
  /** Where both parts listen; 127.0.0.1 when left out. */
  readonly host?: string;
  readonly primary?: FakePrimaryOptions;
  readonly monitoring?: FakeMonitoringOptions;
}

/** An entry of `federatedInstances` in the gateway's settings. */
export interface MemberEntry {
  readonly key: string;
  readonly name: string;
  readonly api_uri: string;
  readonly monitoring_uri: string;
}

/** One fake primary and one fake Monitoring instance, as a member of a federation runs them. */
export class Installation {
  readonly key: string;
  readonly name: string;
  readonly monitoring: FakeMonitoring;
  private readonly primaryOptions: FakePrimaryOptions;
  private currentPrimary: FakePrimary;

  constructor({ key, name = key, persister, version, host, primary, monitoring }: InstallationOptions) {
    const both = { ...(version === undefined ? {} : { version }), ...(host === undefined ? {} : { host }) };
    this.key = key;
    this.name = name;
    this.primaryOptions = { key, name, ...both, ...(persister === undefined ? {} : { persister }), ...primary };
    this.currentPrimary = new FakePrimary(this.primaryOptions);
    this.monitoring = new FakeMonitoring({ ...both, ...monitoring });
  }

  /** Another object after `usePersister`. */
  get primary(): FakePrimary {
    return this.currentPrimary;
  }

  get member(): MemberEntry {
    return { key: this.key, name: this.name, api_uri: this.primary.url, monitoring_uri: this.monitoring.url };
  }

  part(part: Part): FakePrimary | FakeMonitoring {
    return part === 'primary' ? this.primary : this.monitoring;
  }

  /** Both parts listen, after a stop on the same ports again. */
  async start(): Promise<void> {
    await Promise.all([this.primary.start(), this.monitoring.start()]);
  }

  /** Both parts refuse connections and cut the open ones. */
  async stop(): Promise<void> {
    await Promise.all([this.primary.stop(), this.monitoring.stop()]);
  }

  /** Both parts say that they are of this version, and behave so. */
  useVersion(version: string): void {
    this.primary.version = version;
    this.monitoring.version = version;
  }

  /**
   * Puts the messages and their groups' comments into a primary with another persister on the same port. Running
   * operations, history, requests and faults of the old one are gone.
   */
  async usePersister(persister: PersisterName): Promise<void> {
    const old = this.primary;
    const { version, port } = old;
    const wasListening = old.isListening;
    await old.stop();
    this.currentPrimary = new FakePrimary({ ...this.primaryOptions, version, persister, port });
    for (const message of old.messages()) this.primary.state.messages.add(message);
    for (const [groupId, comment] of old.state.comments) this.primary.hasGroupComment(groupId, comment);
    if (wasListening) await this.primary.start();
  }
}

/** Starts one installation; a text is its key. */
export async function startInstallation(options: InstallationOptions | string): Promise<Installation> {
  const installation = new Installation(typeof options === 'string' ? { key: options } : options);
  try {
    await installation.start();
  } catch (error) {
    await installation.stop();
    throw error;
  }
  return installation;
}

/** Starts several; when one of them cannot start, none stays behind. */
export async function startInstallations<const Given extends readonly (InstallationOptions | string)[]>(
  given: Given,
): Promise<{ -readonly [Position in keyof Given]: Installation }> {
  const outcomes = await Promise.allSettled(given.map((options) => startInstallation(options)));
  const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await stopInstallations(started);
    throw failed.reason;
  }
  return started as { -readonly [Position in keyof Given]: Installation };
}

export async function stopInstallations(installations: readonly Installation[]): Promise<void> {
  await Promise.all(installations.map((installation) => installation.stop()));
}
