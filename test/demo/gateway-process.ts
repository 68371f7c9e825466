import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readyWithinMs = 15_000;
const stopWithinMs = 8_000;

/** The gateway as anybody would run it: `node dist/main.js`, settings in the environment. */
export class GatewayProcess {
  private readonly lines: string[] = [];
  private follow: ((text: string) => void) | undefined;

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.wrote(text);
      });
    }
  }

  /**
   * Settles when the gateway is ready.
   * @param settings by environment name without its prefix: `PORT`
   * @throws Error with what the process wrote when it ended early or did not get ready
   */
  static async start(port: number, settings: Readonly<Record<string, string>>): Promise<GatewayProcess> {
    const named = Object.entries(settings).map(([name, value]) => [`SERVICECONTROL_${name}`, value]);
    const gateway = new GatewayProcess(
      `http://127.0.0.1:${String(port)}`,
      spawn(process.execPath, ['dist/main.js'], {
        cwd: root,
        env: {
          ...withoutSettings(process.env),
          SERVICECONTROL_HOSTNAME: '127.0.0.1',
          SERVICECONTROL_PORT: String(port),
          ...(Object.fromEntries(named) as Record<string, string>),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    await gateway.becomesReady();
    return gateway;
  }

  /** From now on its log goes there, line by line. */
  showLog(write: (text: string) => void): void {
    this.follow = write;
  }

  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), stopWithinMs);
    await ended;
    clearTimeout(timer);
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async becomesReady(): Promise<void> {
    const until = Date.now() + readyWithinMs;
    while (!(await this.isReady())) {
      if (this.hasEnded) throw new Error(`the gateway ended while it started:\n${this.lines.join('')}`);
      if (Date.now() > until) {
        await this.stop();
        throw new Error(`the gateway is not ready after ${String(readyWithinMs / 1000)} s:\n${this.lines.join('')}`);
      }
      await pause(50);
    }
  }

  private async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  }

  private wrote(text: string): void {
    if (this.follow === undefined) this.lines.push(text);
    else this.follow(text);
  }
}

/** What is set for another gateway on this machine must not change the demo. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('SERVICECONTROL_')));
}
