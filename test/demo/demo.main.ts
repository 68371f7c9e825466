import { Demo } from './demo.js';
import { paintMarks } from './paint.js';
import { report } from './step.js';
import { tour } from './tour.js';

const usage = `npm run demo            three fake installations and the gateway, the tour, then running until Ctrl+C
npm run demo -- --once  the same, ending after the tour: 0 when every step held, else 1`;

/** What `npm run demo` runs. */
async function main(words: readonly string[]): Promise<number> {
  const unknown = words.filter((word) => word !== '--once');
  if (unknown.length > 0) {
    say(`not known here: ${unknown.join(' ')}\n\n${usage}`);
    return 1;
  }
  const leaving = leaveSignal();
  const demo = await Demo.start();
  try {
    introduce(demo);
    const held = await takeTour(demo, leaving);
    if (words.includes('--once')) return held ? 0 : 1;
    await keepRunning(demo, leaving);
    return 0;
  } finally {
    await demo.stop();
  }
}

function introduce(demo: Demo): void {
  say('\nServiceControl Federation Gateway: three fake installations as one\n');
  for (const { key, installation, ids } of demo.members) {
    const { version, persister } = installation.primary;
    const kept = `${String(ids.length).padStart(3)} failed messages`;
    say(`  ${key}  ${installation.name.padEnd(13)} ServiceControl ${version} on ${persister.name.padEnd(11)} ${kept}`);
  }
  say('\nThe tour, below /api/ of the gateway:\n');
}

async function takeTour(demo: Demo, leaving: AbortSignal): Promise<boolean> {
  let failed = 0;
  const steps = tour(demo);
  for (const step of steps) {
    if (leaving.aborted) return false;
    const { held, lines } = await report(step);
    for (const line of lines) say(paintMarks(line, process.stdout));
    if (!held) failed += 1;
  }
  const all = String(steps.length);
  say(failed === 0 ? `\nAll ${all} steps held.` : `\n${String(failed)} of ${all} steps failed.`);
  return failed === 0;
}

/** Until Ctrl+C; commands at the installations go on step by step. */
async function keepRunning(demo: Demo, leaving: AbortSignal): Promise<void> {
  const { url } = demo.gateway;
  say(`
Running until Ctrl+C:

  ServiceControl API  ${url}/api/
  Monitoring API      ${url}/monitoring/
  members, routes     ${url}/gateway/members  ${url}/gateway/routes
  one member alone    ${url}/members/eu/api/
  ServicePulse        {its address}/?scu=${url}/api/&mu=${url}/monitoring/
${demo.members.map(({ key, installation: { member } }) => `  installation ${key}     ${member.api_uri}  ${member.monitoring_uri}`).join('\n')}
  stop and start one  curl -X POST ${demo.control.url}/installations/ap/stop?part=primary   (or start)

The gateway's log:
`);
  demo.keepTurning();
  demo.gateway.showLog((text) => {
    process.stdout.write(text);
  });
  await new Promise((resolve) => {
    if (leaving.aborted) resolve(undefined);
    leaving.addEventListener('abort', resolve, { once: true });
  });
}

function leaveSignal(): AbortSignal {
  const leaving = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      leaving.abort();
    });
  }
  return leaving.signal;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  // Whatever was started before the fault would keep the process alive.
  process.exit(1);
}
