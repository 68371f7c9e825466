import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { once } from 'node:events';
import { requester } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us';

let federation: Federation<Key>;

beforeAll(async () => {
  federation = await startFederation(['eu', 'us'], {
    settings: { federation: { probeInterval: '1h', microCache: '0s' }, limits: { bodyBytes: '13mb' } },
  });
});

afterEach(() => {
  for (const fake of federation.all) fake.clearRequests();
});

afterAll(() => federation.stop());

const commands = (): number =>
  federation.all.flatMap((fake) => fake.requests).filter(({ method }) => method !== 'GET').length;

const lists: readonly (readonly [string, string])[] = [
  ['PATCH', '/api/errors/archive'],
  ['POST', '/api/errors/archive'],
  ['PATCH', '/api/errors/unarchive'],
  ['POST', '/api/errors/retry'],
  ['POST', '/api/pendingretries/retry'],
];
const asJson = { 'Content-Type': 'application/json' };

describe.each(lists)('%s %s', (method, target) => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['null', 'null', asJson],
    ['an object', '{}', asJson],
    ['a number', '7', asJson],
    ['a list with null', '["a",null]', asJson],
    ['a list with an empty id', '["a",""]', asJson],
    ['a list with a number', '["a",7]', asJson],
    ['an empty list', '[]', asJson],
    ['broken JSON', '["a"', asJson],
    ['nothing', '', asJson],
    ['no content type', '["a"]', {}],
    ['another content type', '["a"]', { 'Content-Type': 'text/plain' }],
    ['a form', 'ids=a', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ])('refuses or takes %s as a member does, and sends nothing', async (_, body, headers) => {
    const expected = await requester(federation.members.eu.origin).request(method, target, { body, headers });
    for (const fake of federation.all) fake.clearRequests();

    const answer = await federation.gateway.request(method, target, { body, headers });

    expect(answer.status).toBe(expected.status);
    if (expected.status === 422)
      expect(Object.keys(answer.json as object)).toEqual(Object.keys(expected.json as object));
    expect(commands()).toBe(0);
  });
});

describe('a long list of ids', () => {
  it('arrives whole and in order at its owner', async () => {
    const { gateway, members } = federation;
    // Few and very long ids make the body long without making the fake's lists long.
    const ids = members.us.hasFailedMessages(
      Array.from({ length: 120 }, (_, at) => ({ uniqueId: `${String(at)}-`.padEnd(100_000, 'x') })),
    );
    await gateway.get('/api/errors?per_page=200');

    const answer = await gateway.send('PATCH', '/api/errors/archive', ids);

    expect(answer.status).toBe(202);
    const [request, ...more] = members.us.requestsTo('PATCH', '/api/errors/archive');
    expect([request?.header('Content-Type'), more.length]).toEqual(['application/json', 0]);
    expect(request?.body.length).toBeGreaterThan(12_000_000);
    expect(request?.json).toEqual(ids);
    expect(members.eu.requestsTo('PATCH', '/')).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['announced', { 'Content-Length': '13000001' }],
    ['sent in chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('beyond the limit is refused, %s, and nothing is sent', async (_, framing) => {
    const socket = connect(Number(new URL(federation.gateway.url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined);
    const lines = Object.entries({ Host: 'gateway', ...asJson, ...framing }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write(`POST /api/errors/retry HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const block = Buffer.alloc(1_000_000, ' ');
    if ('Transfer-Encoding' in framing) {
      for (let sent = 0; sent <= 13; sent += 1)
        socket.write(Buffer.concat([Buffer.from('F4240\r\n'), block, Buffer.from('\r\n')]));
    }
    await once(socket, 'close');

    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('application/problem+json');
    expect(commands()).toBe(0);
  });
});

describe('an upload that its caller breaks off', () => {
  it('reaches no member', async () => {
    const { gateway, members } = federation;
    const [id = ''] = members.us.hasFailedMessages(1);
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      'PATCH /api/errors/archive HTTP/1.1\r\nHost: gateway\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n',
    );
    socket.write(`["${id}"`);
    await gateway.get(`/api/errors/${id}`);

    socket.destroy();

    await once(socket, 'close');
    await gateway.get(`/api/errors/${id}`);
    expect(commands()).toBe(0);
  });
});
