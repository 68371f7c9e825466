import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import type { Fault } from './faults.js';
import { type FakeMonitoring, startFakeMonitoring } from './fake-monitoring.js';
import { type RawAnswer, rawRequest } from './raw-request.js';

let fake: FakeMonitoring;

beforeEach(async () => {
  fake = await startFakeMonitoring();
  fake.hasEndpoint('Sales');
});

afterEach(() => fake.stop());

function ask(target = '/monitored-endpoints', method = 'GET'): Promise<RawAnswer> {
  return rawRequest(fake.port, { target, method, headers: { Origin: 'http://pulse' } });
}

/** Every byte the fake sends on one connection for one request, and how the connection ended. */
async function bytesOf(target: string): Promise<{ text: string; end: string }> {
  const socket = connect(fake.port, '127.0.0.1');
  let text = '';
  let end = 'closed';
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code ?? 'error'));
  socket.write(`GET ${target} HTTP/1.1\r\nHost: fake\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return { text, end };
}

describe('a fault in place of the answer', () => {
  it('may be any status with any body', async () => {
    fake.faults.add({
      kind: 'status',
      status: 503,
      body: 'busy',
      contentType: 'text/plain',
      headers: { 'Retry-After': '7' },
    });

    const answer = await ask();

    expect([answer.status, answer.text, answer.header('Content-Type'), answer.header('Retry-After')]).toEqual([
      503,
      'busy',
      'text/plain',
      '7',
    ]);
  });

  it('may be a crash, which has neither body nor headers of the application', async () => {
    fake.faults.add({ kind: 'crash' });

    const answer = await ask();

    expect([answer.status, answer.text, answer.header('Content-Length')]).toEqual([500, '', '0']);
    expect([answer.header('Request-Id'), answer.header('Access-Control-Allow-Origin')]).toEqual([undefined, undefined]);
  });

  it('may be a page of something in between', async () => {
    fake.faults.add({ kind: 'html' });

    const answer = await ask();

    expect([answer.status, answer.header('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toMatch(/^<!DOCTYPE html>/);
  });

  it.each<Fault>([{ kind: 'crash' }, { kind: 'html' }, { kind: 'status', status: 502 }])(
    '$kind keeps a command from being carried out',
    async (fault) => {
      fake.faults.add(fault);
      await ask('/monitored-instance/Sales/Sales-1', 'DELETE');
      fake.faults.clear();

      expect((await ask()).text).toContain('"Sales-1"');
    },
  );
});

describe('a fault of the connection', () => {
  it('resets it when it is opened, before a request is read', async () => {
    fake.faults.add({ kind: 'reset', when: 'connected' });

    await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(fake.requests).toEqual([]);
  });

  it('resets it instead of sending headers, after a command was carried out', async () => {
    fake.faults.add({ kind: 'reset', when: 'before-headers' });
    await expect(ask('/monitored-instance/Sales/Sales-1', 'DELETE')).rejects.toMatchObject({ code: 'ECONNRESET' });
    fake.faults.clear();

    expect((await ask()).text).toBe('[]');
    expect(fake.requests[0]?.finished).toBe('cut');
  });

  it('resets it in the middle of the body', async () => {
    fake.faults.add({ kind: 'reset', when: 'in-body', bytes: 9 });

    const { text, end } = await bytesOf('/monitored-endpoints');

    expect(text).toMatch(/Transfer-Encoding: chunked\r\n\r\n9\r\n\[\{"name":\r\n$/);
    expect(end).toBe('ECONNRESET');
  });

  it('ends it with the announced length unmet', async () => {
    fake.faults.add({ kind: 'truncate', bytes: 9, framing: 'length-unmet' });

    const { text, end } = await bytesOf('/monitored-endpoints');

    expect(text).toMatch(/Content-Length: \d{3}\r\n[^[]*\r\n\r\n\[\{"name":$/);
    expect(end).toBe('closed');
  });

  it('ends it without the last chunk', async () => {
    fake.faults.add({ kind: 'truncate', bytes: 9, framing: 'last-chunk-missing' });

    const { text, end } = await bytesOf('/monitored-endpoints');

    expect(text).toMatch(/\r\n9\r\n\[\{"name":\r\n$/);
    expect(end).toBe('closed');
  });

  it('cuts the document only, in correct framing', async () => {
    fake.faults.add({ kind: 'truncate', bytes: 9, framing: 'correct' });

    const answer = await ask();

    expect([answer.status, answer.text]).toEqual([200, '[{"name":']);
  });
});

describe('a slow answer', () => {
  it('comes after the delay', async () => {
    fake.faults.add({ kind: 'delay', ms: 60 });
    const begun = performance.now();

    const answer = await ask();

    expect(answer.status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(59);
  });

  it('is held until the faults are cleared', async () => {
    fake.faults.add({ kind: 'hold' });
    const asked = [ask(), ask('/license')];
    await Promise.all([arrived(0), arrived(1)]);

    fake.faults.clear();

    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('never comes, and the fake notices when the client gives up', async () => {
    fake.faults.add({ kind: 'never-answer' });
    const given = new AbortController();
    const asked = rawRequest(fake.port, { target: '/license', signal: given.signal });
    await arrived(0);

    given.abort();

    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(await fake.requests[0]?.ended).toBe('client-left');
    expect(fake.requests[0]?.endedAt).toBeGreaterThanOrEqual(fake.requests[0]?.receivedAt ?? NaN);
  });

  it('arrives a few bytes at a time', async () => {
    fake.faults.add({ kind: 'drip', bytes: 20, everyMs: 5 });
    const begun = performance.now();

    const answer = await ask('/');

    expect(answer.text).toBe('{"instanceType":"monitoring","version":"6.19.2"}');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(14);
  });

  it.each<Fault>([
    { kind: 'never-answer' },
    { kind: 'hold' },
    { kind: 'delay', ms: 60_000 },
    { kind: 'drip', bytes: 1, everyMs: 60_000 },
  ])('of kind $kind does not outlive a stop', async (fault) => {
    fake.faults.add(fault);
    const asked = ask().catch((error: NodeJS.ErrnoException) => error.code);
    await arrived(0);

    await fake.stop();

    expect(await asked).toBe('ECONNRESET');
    expect(fake.requests[0]?.finished).toBe('cut');
  });

  /** Settles when the fake has the request of that number. */
  async function arrived(position: number): Promise<void> {
    while (fake.requests[position] === undefined) await new Promise((resolve) => setImmediate(resolve));
    await fake.requests[position]?.received;
  }
});

describe('the target of a fault', () => {
  it('may be a method, a part of the path, or both', async () => {
    fake.faults.add({ kind: 'status', status: 500 }, { method: 'delete', path: 'SALES' });

    const asked = [ask('/monitored-instance/Sales/a', 'DELETE'), ask('/monitored-endpoints/Sales'), ask('/')];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([500, 200, 200]);
  });

  it('may be a number of requests', async () => {
    fake.faults.add({ kind: 'status', status: 500 }, { times: 2 });

    const statuses = [];
    for (let asked = 0; asked < 3; asked++) statuses.push((await ask()).status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  it('is met by the first fault that fits, and the list shows what is set', async () => {
    fake.faults.add({ kind: 'status', status: 501 }, { path: 'license' });
    fake.faults.add({ kind: 'status', status: 502 });

    expect([(await ask('/license')).status, (await ask('/')).status]).toEqual([501, 502]);
    expect(fake.faults.list()).toEqual([
      { fault: { kind: 'status', status: 501 }, path: 'license' },
      { fault: { kind: 'status', status: 502 } },
    ]);
    fake.faults.clear();
    expect(fake.faults.list()).toEqual([]);
  });
});
