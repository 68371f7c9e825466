/**
 * One call to one member: the gateway's transport beside axios as it comes, in one process, taking turns.
 *
 *   npm run build && node bench/transport.bench.mjs
 *
 * Prints the median of the ratios of neighbouring rounds, and the smallest and largest one.
 */
import 'reflect-metadata';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const rounds = 9;
const roundMs = 1500;

if (process.send !== undefined) serve();
else await compare();

/** A member that costs as little as possible, in a process of its own. */
function serve() {
  const page = Buffer.from(JSON.stringify(Array.from({ length: 50 }, (_, at) => failedMessage(at))));
  const packed = gzipSync(page);
  const server = createServer((request, response) => {
    const isPacked = request.url?.endsWith('gzip') === true;
    const body = isPacked ? packed : page;
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port, bytes: page.length }));
}

/** As ServiceControl lists it: about 1.5 KB. */
function failedMessage(at) {
  const endpoint = (name) => ({
    name,
    host: `host-${at % 7}`,
    host_id: `5f1d7a3e-0000-4000-8000-${String(at).padStart(12, '0')}`,
  });
  return {
    id: `a1b2c3d4-0000-4000-8000-${String(at).padStart(12, '0')}`,
    message_type: 'Sales.Messages.Commands.PlaceOrder',
    time_sent: '2026-12-01T12:00:00.1234567Z',
    is_system_message: false,
    exception: {
      exception_type: 'System.InvalidOperationException',
      message: `Order ${at} cannot be placed: its customer is not known.`,
      source: 'Sales',
      stack_trace:
        '   at Sales.PlaceOrderHandler.Handle(PlaceOrder message, IMessageHandlerContext context)\r\n'.repeat(9),
    },
    message_id: `e5f6a7b8-0000-4000-8000-${String(at).padStart(12, '0')}`,
    number_of_processing_attempts: 1 + (at % 5),
    status: 'unresolved',
    sending_endpoint: endpoint('Sales.Web'),
    receiving_endpoint: endpoint('Sales'),
    queue_address: `Sales@host-${at % 7}`,
    time_of_failure: '2026-12-01T12:00:01.7654321Z',
    last_modified: '2026-12-01T12:00:02.0000001Z',
    edited: false,
    edit_of: '',
  };
}

async function compare() {
  const member = fork(new URL(import.meta.url));
  try {
    const [{ port, bytes }] = await once(member, 'message');
    const { transport, stop } = await startTransport();
    const { default: axios } = await import('axios');
    const http = await import('node:http');
    const url = `http://127.0.0.1:${port}/api/`;
    const kept = new http.Agent({ keepAlive: true });
    const staying = new AbortController().signal;
    const us = {
      key: 'us',
      name: 'us',
      addresses: { sc: url },
      required: false,
      allowedRoles: [],
      via: { kind: 'http' },
    };
    const read = (target) => ({
      method: 'GET',
      surface: 'sc',
      target,
      headers: { accept: 'application/json' },
      deadlineMs: 5000,
      command: false,
    });
    const ways = {
      transport: (target) => transport.send(us, read(target), staying),
      'axios as it comes': (target) => axios.get(url + target),
      'axios, kept connections': (target) => axios.get(url + target, { httpAgent: kept }),
      'axios, kept connections, bytes': (target) =>
        axios.get(url + target, { httpAgent: kept, responseType: 'arraybuffer' }),
    };
    console.log(`page of ${bytes} bytes, ${rounds} rounds of ${roundMs} ms`);
    for (const target of ['plain', 'gzip']) for (const atOnce of [1, 32]) await table(ways, target, atOnce);
    await stop();
    kept.destroy();
  } finally {
    member.kill();
  }
}

async function table(ways, target, atOnce) {
  const results = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (const way of Object.values(ways)) await round(way, target, atOnce, 300);
  for (let at = 0; at < rounds; at += 1) {
    for (const [name, way] of Object.entries(ways)) results[name].push(await round(way, target, atOnce, roundMs));
  }
  for (const [name, runs] of Object.entries(results)) {
    const ratio = runs.map(({ rps }, at) => results.transport[at].rps / rps);
    console.log(
      `${target} c${atOnce} ${name.padEnd(32)} ${median(runs.map(({ rps }) => rps))
        .toFixed(0)
        .padStart(6)}/s`,
      `cpu ${median(runs.map(({ cpu }) => cpu))
        .toFixed(0)
        .padStart(5)} us`,
      `transport is ${median(ratio).toFixed(2)}x (${Math.min(...ratio).toFixed(2)} to ${Math.max(...ratio).toFixed(2)})`,
    );
  }
}

/** Calls in a row, so many rows at once; calls a second and microseconds of processor time per call. */
async function round(way, target, atOnce, ms) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let calls = 0;
  const row = async () => {
    while (performance.now() - started < ms) {
      const { status } = await way(target);
      if (status !== 200) throw new Error(`status ${status}`);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, row));
  const { user, system } = process.cpuUsage(cpu);
  return { rps: (calls * 1000) / (performance.now() - started), cpu: (user + system) / calls };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** As the gateway composes it, from its compiled files. */
async function startTransport() {
  const dist = pathToFileURL(`${resolve(process.argv[2] ?? 'dist')}/`);
  const load = (file) => import(new URL(file, dist));
  const { NestFactory } = await import('@nestjs/core');
  const { settingsFrom } = await load('index.js');
  const { SettingsModule } = await load('settings/settings.module.js');
  const { MembersModule } = await load('members/members.module.js');
  const { TransportsModule } = await load('transports/transports.module.js');
  const { HttpTransport } = await load('transports/http/http.transport.js');
  const settings = settingsFrom({ federatedInstances: [{ api_uri: 'http://127.0.0.1:9/api/' }] });
  class Bench {}
  const parts = [SettingsModule.of(settings), MembersModule.from(), TransportsModule];
  const app = await NestFactory.createApplicationContext({ module: Bench, imports: parts }, { logger: false });
  return { transport: app.get(HttpTransport), stop: () => app.close() };
}
