import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { ComposeService } from './compose-file.js';

/** Health checks that fail in a row before a service counts as broken. */
const checks = 200;

/**
 * Runs services of a compose file as processes of this machine. Their texts stay as they are but for what a container
 * network would do: every name and port becomes a free port of 127.0.0.1.
 */
export class ComposeRun {
  private readonly processes = new Map<string, { readonly child: ChildProcess; output: string }>();

  private constructor(
    private readonly services: Readonly<Record<string, ComposeService>>,
    /** What stands for `/app` of the image. */
    private readonly directory: string,
    private readonly ports: ReadonlyMap<string, number>,
  ) {}

  /** @param ports that any service listens on */
  static async prepare(
    services: Readonly<Record<string, ComposeService>>,
    { directory, ports }: { readonly directory: string; readonly ports: readonly number[] },
  ): Promise<ComposeRun> {
    const wanted = Object.keys(services).flatMap((name) => ports.map((port) => `${name}:${String(port)}`));
    const free = await freePorts(wanted.length);
    return new ComposeRun(services, directory, new Map(wanted.map((name, at) => [name, free[at] ?? 0])));
  }

  /** A text of this service with addresses and own ports as they are here. */
  placed(service: string, text: string): string {
    return text
      .replace(/http:\/\/([\w-]+):(\d+)/g, (whole, host: string, port: string) => this.address(host, port) ?? whole)
      .replace(/http:\/\/127\.0\.0\.1:(\d{5})(?=\/)/g, (whole, port: string) => this.address(service, port) ?? whole);
  }

  /** The port here of a port there. */
  port(service: string, port: number | string): number {
    const found = this.ports.get(`${service}:${String(port)}`);
    if (found === undefined) throw new Error(`${service} has no port ${String(port)}`);
    return found;
  }

  start(name: string): void {
    const { command = [], environment = {} } = this.service(name);
    const settings = Object.entries(environment).map(([key, value]): [string, string] => {
      return [key, /^\d{5}$/.test(value) ? String(this.port(name, value)) : this.placed(name, value)];
    });
    const child = spawn(process.execPath, withoutNode(command), {
      cwd: this.directory,
      env: Object.fromEntries(settings),
    });
    const running = { child, output: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (running.output += text));
    }
    this.processes.set(name, running);
  }

  /** Repeats the service's own health check until it succeeds, as an engine does. */
  async becomesHealthy(name: string): Promise<void> {
    const running = this.processes.get(name);
    for (let check = 0; check < checks && isRunning(running?.child); check += 1) {
      if (await this.isHealthy(name)) return;
    }
    throw new Error(`${name} does not become healthy:\n${running?.output ?? 'it was never started'}`);
  }

  async isHealthy(name: string): Promise<boolean> {
    const [kind, ...command] = this.service(name).healthcheck?.test ?? [];
    if (kind !== 'CMD') throw new Error(`${name} has no health check that is a command`);
    const placed = withoutNode(command).map((text) => this.placed(name, text));
    const [code] = (await once(spawn(process.execPath, placed, { stdio: 'ignore' }), 'exit')) as [number | null];
    return code === 0;
  }

  /** What an engine's stop does; gives the exit code, or the signal that ended the process. */
  async stop(name: string): Promise<number | NodeJS.Signals | null> {
    const child = this.processes.get(name)?.child;
    if (child === undefined) return null;
    this.processes.delete(name);
    if (!isRunning(child)) return child.exitCode ?? child.signalCode;
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    return code ?? signal;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.processes.keys()].map((name) => this.stop(name)));
  }

  private service(name: string): ComposeService {
    const service = this.services[name];
    if (service === undefined) throw new Error(`there is no service ${name}`);
    return service;
  }

  private address(service: string, port: string): string | undefined {
    const found = this.ports.get(`${service}:${port}`);
    return found === undefined ? undefined : `http://127.0.0.1:${String(found)}`;
  }
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child?.exitCode === null && child.signalCode === null;
}

/** The image's `node` is the one that runs the tests. */
function withoutNode([program, ...words]: readonly string[]): readonly string[] {
  if (program !== 'node') throw new Error(`only node can be run here, not ${String(program)}`);
  return words;
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
