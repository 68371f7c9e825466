import { once } from 'node:events';
import { startControlPort } from '../support/control/control-port.js';
import { describeInstallation, keepTurning, startDemoInstallation } from './demo-installation.js';

/** One fake installation as a process of its own, which is how the compose file runs them. */
async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const description = describeInstallation(environment['DEMO_INSTALLATION'] ?? '');
  const host = environment['DEMO_HOST'] ?? '127.0.0.1';
  const demo = await startDemoInstallation(description, {
    host,
    primaryPort: portFrom(environment, 'DEMO_PRIMARY_PORT'),
    monitoringPort: portFrom(environment, 'DEMO_MONITORING_PORT'),
  });
  const { installation, ids } = demo;
  const control = await startControlPort([installation], { host, port: portFrom(environment, 'DEMO_CONTROL_PORT') });
  const stopTurning = keepTurning([demo]);
  const { primary, monitoring } = installation;
  process.stdout.write(
    `${description.key}: ${String(ids.length)} failed messages on port ${String(primary.port)}, ` +
      `Monitoring on ${String(monitoring.port)}, control on ${String(control.port)}\n`,
  );

  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  stopTurning();
  await Promise.all([control.stop(), installation.stop()]);
}

/** A free one when it is left out. */
function portFrom(environment: NodeJS.ProcessEnv, name: string): number {
  const port = Number(environment[name] ?? 0);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new Error(`${name} must be a port number`);
}

await main(process.env);
