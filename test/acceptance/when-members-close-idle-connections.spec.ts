import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { startFakePrimary } from '../support/fake-primary/fake-primary.js';
import type { Fault } from '../support/http/faults.js';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';
import { startGateway } from '../support/start-gateway.js';

type Key = 'eu' | 'us' | 'ap';

const list = '/api/errors?per_page=200';
const idleMs = 30;

let federation: Federation<Key>;
let ids: readonly string[];

/** `us` holds messages to retry and ends its connections as the fault says. */
async function startWith(fault: Fault, commands: number): Promise<Federation<Key>> {
  federation = await startFederation(['eu', 'us', 'ap'], {
    settings: { federation: { probeInterval: '1h', microCache: '0s' } },
  });
  running.push(federation);
  ids = federation.members.us.hasFailedMessages(commands);
  federation.members.eu.hasFailedMessages(1);
  await federation.gateway.get(list);
  federation.members.us.faults.add(fault);
  return federation;
}

const running: { stop(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const part of running.splice(0).reverse()) await part.stop();
});

const retry = (id: string): Promise<Response> => federation.gateway.request('POST', `/api/errors/${id}/retry`);

function retriedIds(): readonly string[] {
  return federation.members.us.requestsTo('POST', '/api/errors/').map(({ target }) => target.split('/')[3] ?? '');
}

/** Waits about as long as the member keeps an idle connection, so that some requests meet the very moment it closes. */
const pauseOf = (at: number): number => (at * 7) % (2 * idleMs);

describe(`a member that closes connections idle for ${String(idleMs)} ms`, () => {
  it('answers every read, whatever the pause before it', async () => {
    const { gateway } = await startWith({ kind: 'close-idle', ms: idleMs }, 4);
    const answers: Response[] = [];
    for (let at = 0; at < 40; at += 1) {
      await setTimeout(pauseOf(at));
      answers.push(await gateway.get(list));
    }

    for (const { status, headers } of answers) {
      expect([status, headers['total-count'], headers['x-particular-incomplete-results']]).toEqual([
        200,
        '5',
        undefined,
      ]);
    }
  });

  it('runs a hundred commands once each, and none is reported as doubtful', async () => {
    await startWith({ kind: 'close-idle', ms: idleMs }, 100);
    const answers: Response[] = [];
    for (const [at, id] of ids.entries()) {
      await setTimeout(pauseOf(at) / 2);
      // A read just before, so that connections of every age are at hand.
      if (at % 3 === 0) await federation.gateway.get(list);
      answers.push(await retry(id));
    }

    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(202));
    expect(retriedIds()).toEqual(ids);
    federation.members.us.settle();
    expect(federation.members.us.messages().every(({ status }) => status === 'retryIssued')).toBe(true);
  });

  it('runs commands side by side once each', async () => {
    await startWith({ kind: 'close-idle', ms: idleMs }, 40);

    const answers = await Promise.all(ids.map(retry));

    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(202));
    expect([...retriedIds()].sort()).toEqual([...ids].sort());
  });
});

describe('a member whose end of a kept connection is gone at the moment of its next use', () => {
  it('still answers reads, and runs a command once', async () => {
    const us = await startFakePrimary({ key: 'us' });
    const [id = ''] = us.hasFailedMessages(1);
    const between = await startServingOnce(us.port);
    const gateway = await startGateway([{ key: 'us', api_uri: `http://127.0.0.1:${String(between.port)}/api/` }], {
      settings: { federation: { probeInterval: '1h', microCache: '0s' } },
    });
    running.push(us, between, gateway);
    await gateway.get(list);
    // Longer than a connection may be idle to carry a command.
    await setTimeout(1100);

    const command = await gateway.request('POST', `/api/errors/${id}/retry`);
    const read = await gateway.get(list);

    expect([command.status, us.requestsTo('POST', '/').length]).toEqual([202, 1]);
    expect([read.status, read.headers['total-count']]).toEqual([200, '1']);
  });
});

describe.each([0, 50])('a member that ends the connection after each reply, asked again after %s ms', (pauseMs) => {
  it('answers ten reads in a row', async () => {
    const { gateway } = await startWith({ kind: 'close-after-reply' }, 4);
    const answers: Response[] = [];
    for (let at = 0; at < 10; at += 1) {
      answers.push(await gateway.get(list));
      await setTimeout(pauseMs);
    }

    expect(answers.map(({ headers }) => headers['total-count'])).toEqual(Array(10).fill('5'));
    expect(answers.map(({ headers }) => headers['x-particular-incomplete-results'])).toEqual(Array(10).fill(undefined));
  });

  it('runs ten commands once each', async () => {
    await startWith({ kind: 'close-after-reply' }, 10);
    const answers: Response[] = [];
    for (const id of ids) {
      answers.push(await retry(id));
      await setTimeout(pauseMs);
    }

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(202));
    expect(retriedIds()).toEqual(ids);
  });
});

/** Passes on what belongs to the first request of each connection, and resets the connection when a second one comes. */
async function startServingOnce(port: number): Promise<{ readonly port: number; stop(): Promise<unknown> }> {
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let hasAnswered = false;
    near.on('data', (chunk: Buffer) => {
      if (hasAnswered) near.resetAndDestroy();
      else far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      hasAnswered = true;
      near.write(chunk);
    });
    near.on('error', () => undefined).on('close', () => far.destroy());
    far.on('error', () => undefined).on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => once(server.close(), 'close') };
}
