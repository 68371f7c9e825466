import { Logger } from '@nestjs/common';
import { runCheck } from './check-command.js';
import { createGateway } from './create-gateway.js';
import type { GatewaySettings } from './settings/gateway-settings.js';
import { loadSettings } from './settings/load-settings.js';
import { notYet } from './settings/not-yet.js';
import { describeFaults } from './settings/setting-fault.js';

/** ServiceControl's names for every address of the machine. */
const allAddresses = new Set(['*', '+']);

/** Process entry: read settings, then check them, or create the gateway, listen, and close on SIGTERM. */
async function main(): Promise<void> {
  const loaded = loadSettings(process.argv.slice(2), process.env);
  if ('faults' in loaded) {
    process.stderr.write(`${describeFaults(loaded.faults)}\n`);
    process.exitCode = 1;
    return;
  }
  const refused = notYet(loaded.settings);
  if (refused.length > 0) {
    process.stderr.write(`${describeFaults(refused)}\n`);
    process.exitCode = 1;
    return;
  }
  const command = process.argv.slice(2).find((word) => !word.startsWith('-'));
  if (command === 'check') {
    process.exitCode = (await runCheck(loaded)) ? 0 : 1;
    return;
  }
  if (loaded.warnings.length > 0) process.stderr.write(`${describeFaults(loaded.warnings)}\n`);
  await serve(loaded.settings);
}

async function serve(settings: GatewaySettings): Promise<void> {
  const gateway = await createGateway(settings);
  await gateway.listen(settings.port, allAddresses.has(settings.hostname) ? '::' : settings.hostname);
  const keys = settings.federatedInstances.map(({ key }) => key);
  const { port } = gateway.getHttpServer().address() as { readonly port: number };
  new Logger('gateway').log(`Federation: ${String(keys.length)} members: ${keys.join(', ')}`, { port });
}

await main();
