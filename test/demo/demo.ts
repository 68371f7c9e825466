import { startControlPort, type ControlPort } from '../support/control/control-port.js';
import type { FakePrimary } from '../support/fake-primary/fake-primary.js';
import { stopInstallations } from '../support/installation.js';
import { demoDescriptions, type DemoKey } from './demo-data.js';
import { keepTurning, startDemoInstallation, type DemoInstallation } from './demo-installation.js';
import { freePort } from './free-port.js';
import { GatewayProcess } from './gateway-process.js';

const host = '127.0.0.1';
/** Taken when they are free. */
const gatewayPort = 33333;
const controlPort = 33433;

/** Three fake installations in this process and the gateway in one of its own. */
export class Demo {
  private stopTurning: (() => void) | undefined;

  private constructor(
    readonly members: readonly DemoInstallation[],
    readonly gateway: GatewayProcess,
    readonly control: ControlPort,
  ) {}

  /** Settles when all four are ready. */
  static async start(): Promise<Demo> {
    const members = await Promise.all(
      demoDescriptions.map(async (description) =>
        startDemoInstallation(description, {
          host,
          primaryPort: await freePort(description.ports.primary),
          monitoringPort: await freePort(description.ports.monitoring),
        }),
      ),
    );
    const installations = members.map(({ installation }) => installation);
    try {
      const gateway = await GatewayProcess.start(await freePort(gatewayPort), {
        FEDERATEDINSTANCES: JSON.stringify(installations.map(({ member }) => member)),
        FEDERATION_PROBEINTERVAL: '1s',
        // Short names in what the tour shows; by default members are named by their addresses.
        FEDERATION_NAMEMEMBERSBY: 'key',
        LOG_FORMAT: 'pretty',
      });
      return new Demo(members, gateway, await startControlPort(installations, { port: await freePort(controlPort) }));
    } catch (error) {
      await stopInstallations(installations);
      throw error;
    }
  }

  member(key: DemoKey): DemoInstallation {
    const found = this.members.find((member) => member.key === key);
    if (found === undefined) throw new Error(`the demo has no installation ${key}`);
    return found;
  }

  /** Every primary with its member key, the lead first. */
  get primaries(): readonly { readonly key: DemoKey; readonly fake: FakePrimary }[] {
    return this.members.map(({ key, installation }) => ({ key, fake: installation.primary }));
  }

  /** Lets the commands that installations have accepted run to their end. */
  settle(): void {
    for (const { fake } of this.primaries) fake.settle();
  }

  /** From now on they run step by step. */
  keepTurning(): void {
    this.stopTurning = keepTurning(this.members);
  }

  async stop(): Promise<void> {
    this.stopTurning?.();
    await this.gateway.stop();
    await Promise.all([this.control.stop(), stopInstallations(this.members.map(({ installation }) => installation))]);
  }
}
