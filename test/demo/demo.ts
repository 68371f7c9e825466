import type { FakeMonitoring} from '../support/fake-monitoring/fake-monitoring.js';
import { startFakeMonitoring } from '../support/fake-monitoring/fake-monitoring.js';
import type { FakePrimary} from '../support/fake-primary/fake-primary.js';
import { startFakePrimary } from '../support/fake-primary/fake-primary.js';
import { instantFrom } from '../support/fake-primary/instant.js';
import { demoInstallations, failedMessagesOf, type DemoInstallation, type DemoKey } from './demo-data.js';
import { freePort } from './free-port.js';
import { GatewayProcess } from './gateway-process.js';

/** How often commands at the fakes go one state further once the tour is over. */
const turnMs = 1000;
const gatewayPort = 33333;

/** One fake installation with its failed messages, newest first. */
export interface RunningInstallation extends DemoInstallation {
  readonly fake: FakePrimary;
  readonly monitoring: FakeMonitoring;
  readonly ids: readonly string[];
}

/** Three fake installations in this process and the gateway in one of its own. */
export class Demo {
  private turning: NodeJS.Timeout | undefined;

  private constructor(
    readonly installations: readonly RunningInstallation[],
    readonly gateway: GatewayProcess,
  ) {}

  /** Settles when all four are ready. */
  static async start(): Promise<Demo> {
    const installations = await Promise.all(demoInstallations.map((description) => startInstallation(description)));
    try {
      const members = installations.map(({ key, name, fake, monitoring }) => ({
        api_uri: fake.url,
        monitoring_uri: monitoring.url,
        key,
        name,
      }));
      const gateway = await GatewayProcess.start(await freePort(gatewayPort), {
        FEDERATEDINSTANCES: JSON.stringify(members),
        FEDERATION_PROBEINTERVAL: '1s',
        // Short names in what the tour shows; by default members are named by their addresses.
        FEDERATION_NAMEMEMBERSBY: 'key',
        LOG_FORMAT: 'pretty',
      });
      return new Demo(installations, gateway);
    } catch (error) {
      await stopAll(installations);
      throw error;
    }
  }

  installation(key: DemoKey): RunningInstallation {
    const found = this.installations.find((installation) => installation.key === key);
    if (found === undefined) throw new Error(`there is no installation ${key}`);
    return found;
  }

  /** Lets the commands that installations have accepted run to their end. */
  settle(): void {
    for (const { fake } of this.installations) fake.settle();
  }

  /** From now on commands run step by step, as they do in a real installation. */
  keepTurning(): void {
    this.turning = setInterval(() => {
      for (const { fake } of this.installations) fake.tick();
    }, turnMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.turning);
    await this.gateway.stop();
    await stopAll(this.installations);
  }
}

async function startInstallation(description: DemoInstallation): Promise<RunningInstallation> {
  const { key, name, primary, ports, endpoints } = description;
  const fake = await startFakePrimary({
    ...primary,
    key,
    name: `ServiceControl ${name}`,
    port: await freePort(ports.primary),
    clock: () => instantFrom(new Date().toISOString()),
  });
  const monitoring = await startFakeMonitoring({ port: await freePort(ports.monitoring) });
  for (const endpoint of endpoints) {
    monitoring.keepsReporting({ endpoint, perSecond: 2, processingTime: 40, criticalTime: 120, queueLength: 3 });
  }
  return { ...description, fake, monitoring, ids: fake.hasFailedMessages(failedMessagesOf(description, new Date())) };
}

async function stopAll(installations: readonly RunningInstallation[]): Promise<void> {
  await Promise.all(installations.flatMap(({ fake, monitoring }) => [fake.stop(), monitoring.stop()]));
}
