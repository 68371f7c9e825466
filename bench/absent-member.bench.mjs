import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { compile } from '../test/demo/compile.js';

// What a member that is away costs everybody else: answers of a gateway with one member down, and one that never
// answers, side by side with a gateway without that member. `node bench/absent-member.bench.mjs`

const rounds = 300;
const memberTimeoutMs = 1000;

const compiled = fileURLToPath(new URL('../node_modules/.cache/servicecontrol-federation-bench/', import.meta.url));
await compile(compiled);
const { startFakePrimary } = await import(pathToFileURL(join(compiled, 'test/support/fake-primary/fake-primary.js')).href);

const members = await Promise.all(['eu', 'us', 'ap'].map((key) => startFakePrimary({ key })));
for (const member of members) member.hasFailedMessages(200);
const [eu, us, ap] = members;
const entry = (fake) => ({ api_uri: fake.url, key: fake.key });

const without = await gateway([eu, us].map(entry));
const withAbsent = await gateway([eu, us, ap].map(entry));
try {
  await ap.stop();
  await read(withAbsent); // the first answer finds out
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await read(withAbsent), await read(without)]);
  const [down, healthy] = [0, 1].map((at) => median(pairs.map((pair) => pair[at])));
  console.log(`one of three refuses: median ${down.toFixed(2)} ms, without it ${healthy.toFixed(2)} ms, ratio ${(down / healthy).toFixed(2)} (goal 1.2)`);

  await ap.start();
  ap.faults.add({ kind: 'never-answer' }, { path: '/api/errors' });
  await untilUp(withAbsent);
  const times = [];
  for (let round = 0; round < 12; round += 1) times.push(await read(withAbsent));
  const slowest = Math.max(...times);
  console.log(`one of three never answers: slowest ${slowest.toFixed(0)} ms, deadline ${memberTimeoutMs} ms (goal deadline + 100), then ${median(times.slice(4)).toFixed(2)} ms`);
} finally {
  for (const { child } of [without, withAbsent]) child.kill('SIGTERM');
  await Promise.all(members.filter((fake) => fake.isListening).map((fake) => fake.stop()));
}

async function gateway(entries) {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: compiled,
    env: {
      PATH: process.env.PATH,
      SERVICECONTROL_HOSTNAME: '127.0.0.1',
      SERVICECONTROL_PORT: '0',
      SERVICECONTROL_FEDERATION_MEMBERTIMEOUT: `${memberTimeoutMs}ms`,
      SERVICECONTROL_FEDERATION_PROBEINTERVAL: '60s',
      SERVICECONTROL_FEDERATEDINSTANCES: JSON.stringify(entries),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /"port":(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return { url: `http://127.0.0.1:${port}`, child };
  }
  throw new Error('the gateway did not start');
}

async function read({ url }) {
  const started = performance.now();
  const answer = await fetch(`${url}/api/errors?page=1&per_page=50`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return performance.now() - started;
}

/** A call to the member's own address is tried whatever its state, and its success brings it back. */
async function untilUp({ url }) {
  for (;;) {
    await fetch(`${url}/members/ap/api/configuration`);
    const states = await (await fetch(`${url}/gateway/members`)).json();
    if (states.every(({ state }) => Object.values(state).every((word) => word === 'up'))) return;
  }
}

function median(values) {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];
}
