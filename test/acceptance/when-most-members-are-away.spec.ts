import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startFakePrimary, type FakePrimary } from '../support/fake-primary/fake-primary.js';
import { listedMembers, untilMemberIs } from '../support/member-states.js';
import { startGateway, type RunningGateway } from '../support/start-gateway.js';

const list = '/api/errors';
const slackMs = 300;

const running: { stop(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const part of running.splice(0).reverse()) await part.stop();
});

async function started<Part extends { stop(): Promise<unknown> }>(part: Promise<Part>): Promise<Part> {
  running.push(await part);
  return part;
}

/** Ports on which nothing listens: they were free a moment ago. */
async function closedPorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

async function medianOfPolls(gateway: RunningGateway, polls = 30): Promise<number> {
  const times: number[] = [];
  for (let poll = 0; poll < polls; poll += 1) times.push((await gateway.get(list)).ms);
  return times.sort((a, b) => a - b)[Math.floor(polls / 2)] ?? NaN;
}

const entryOf = (fake: FakePrimary): object => ({ key: 'up', api_uri: fake.url });

describe('64 members of which 63 are down', () => {
  it('answer about as fast as the healthy one alone', async () => {
    const healthy = await started(startFakePrimary({ key: 'up' }));
    healthy.hasFailedMessages(50);
    const away = (await closedPorts(63)).map((port) => ({ api_uri: `http://127.0.0.1:${String(port)}/api/` }));
    const settings = { federation: { microCache: '0s', probeInterval: '1h', nameMembersBy: 'key' } };
    const alone = await started(startGateway([entryOf(healthy)], { settings }));
    const all = await started(startGateway([...away.slice(0, 31), entryOf(healthy), ...away.slice(31)], { settings }));
    await all.get(list);
    await medianOfPolls(alone);
    await medianOfPolls(all);

    // In turns, so that other work on this machine meets both alike; the best turn of each counts.
    const medians = { alone: Infinity, all: Infinity };
    for (let turn = 0; turn < 8; turn += 1) {
      medians.alone = Math.min(medians.alone, await medianOfPolls(alone));
      medians.all = Math.min(medians.all, await medianOfPolls(all));
    }

    expect((await all.get(list)).headers['total-count']).toBe('50');
    // Naming 63 missing members in every answer, and its caller's reading of that, may cost a little.
    expect(medians.all).toBeLessThan(1.2 * medians.alone + 1.5);
  });
});

describe('a gateway that starts while nobody can be reached', () => {
  const members = [
    { key: 'eu', api_uri: 'http://127.0.0.1:1/api/' },
    { key: 'us', api_uri: 'http://no-such-host.invalid:33333/api/' },
  ];

  it('listens within two seconds and says who is missing', async () => {
    const since = performance.now();

    const gateway = await started(startGateway(members, { settings: { federation: { memberTimeout: '500ms' } } }));

    expect(performance.now() - since).toBeLessThan(2000);
    expect((await gateway.get('/health/live')).status).toBe(200);
    let ready = await gateway.get('/health/ready');
    while (ready.status !== 200) ready = await gateway.get('/health/ready');
    expect(ready.json).toMatchObject({ status: 'ready', missing: ['eu', 'us'] });
    const answer = await gateway.get(list);
    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'application/problem+json']);
  });

  it('is not ready, and says so, until every member was probed once', async () => {
    const slow = await started(startFakePrimary({ key: 'eu' }));
    slow.faults.add({ kind: 'hold' });

    const gateway = await started(startGateway([{ key: 'eu', api_uri: slow.url }]));

    const before = await gateway.get('/health/ready');
    expect([before.status, before.json]).toEqual([503, { status: 'starting', missing: ['first probe round'] }]);
    expect((await gateway.get('/health/live')).status).toBe(200);
    slow.faults.clear();
    await untilMemberIs(gateway, 'eu', 'up');
    expect((await gateway.get('/health/ready')).status).toBe(200);
  });

  it('heals by itself as members appear', async () => {
    const fakes = await Promise.all(['eu', 'us'].map((key) => started(startFakePrimary({ key }))));
    for (const fake of fakes) {
      fake.hasFailedMessages(1);
      await fake.stop();
    }
    const gateway = await started(
      startGateway(
        fakes.map(({ key, url }) => ({ key, api_uri: url })),
        { settings: { federation: { probeInterval: '100ms' } } },
      ),
    );
    const before = await gateway.get(list);

    await Promise.all(fakes.map((fake) => fake.start()));

    for (const { key } of await listedMembers(gateway)) await untilMemberIs(gateway, key, 'up');
    const after = await gateway.get(list);
    expect([before.status, after.status, after.headers['total-count']]).toEqual([503, 200, '2']);
    expect(after.ms).toBeLessThan(slackMs);
  });
});
