import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us';

let federation: Federation<Key>;
let id: string;

beforeAll(async () => {
  federation = await startFederation(['eu', 'us'], {
    settings: { federation: { probeInterval: '1h', microCache: '0s', nameMembersBy: 'key' } },
  });
  [id = ''] = federation.members.us.hasFailedMessages([{ body: 'text' }]);
  await federation.gateway.get('/api/errors');
  for (const fake of federation.all) fake.clearRequests();
});

afterEach(() => {
  for (const fake of federation.all) {
    fake.clearRequests();
    fake.faults.clear();
  }
});

afterAll(() => federation.stop());

const sent = {
  Authorization: 'Bearer of-this-caller',
  Accept: 'application/json, */*;q=0.1',
  'Accept-Language': 'de-CH',
  'Content-Type': 'application/json; charset=utf-8',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const notSent = {
  Cookie: 'session=1',
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Host': 'ops.example',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Prefix': '/sc',
  Forwarded: 'for=203.0.113.7',
  'X-Federation-Require': 'all',
  'X-Foo': 'bar',
  'X-Original-URL': '/api/other',
  'X-Requested-With': 'XMLHttpRequest',
  Origin: 'http://pulse',
  Referer: 'http://pulse/',
  'User-Agent': 'browser',
  'Accept-Encoding': 'zstd',
  Range: 'bytes=0-1',
};

/** What a member may see besides the caller’s headers: how the message is framed and what the gateway can decode. */
const ofTheConnection = ['host', 'connection', 'accept-encoding', 'content-length', 'request-id', 'user-agent'];

describe.each([
  ['a list', 'GET', '/api/errors', ''],
  ['a total', 'HEAD', '/api/errors', ''],
  ['a body', 'GET', '/api/messages/ID/body?instance_id=us~', ''],
  ['a command for one message', 'POST', '/api/errors/ID/retry', ''],
  ['a command for a list', 'PATCH', '/api/errors/archive', '["ID"]'],
  ['a command for everyone', 'POST', '/api/errors/retry/all', ''],
  ['an unknown route', 'GET', '/api/later', ''],
])('to members, with %s', (_, method, target, body) => {
  it('go exactly the headers that are listed, untouched', async () => {
    await federation.gateway.request(method, target.replace('ID', id), {
      headers: { ...sent, ...notSent },
      body: body.replace('ID', id),
    });

    const requests = federation.all.flatMap((fake) => fake.requests);
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) {
      for (const [name, value] of Object.entries(sent)) expect([name, request.header(name)]).toEqual([name, value]);
      const allowed = [...Object.keys(sent).map((name) => name.toLowerCase()), ...ofTheConnection];
      expect(request.headers.map(([name]) => name.toLowerCase()).filter((name) => !allowed.includes(name))).toEqual([]);
      expect(request.header('User-Agent')).not.toBe('browser');
      expect(request.header('Accept-Encoding') ?? '').not.toContain('zstd');
      expect(request.header('Host')).toMatch(/^127\.0\.0\.1:\d+$/);
    }
  });

  it('goes no header that the caller did not send', async () => {
    await federation.gateway.request(method, target.replace('ID', id), {
      ...(body === '' ? {} : { headers: { 'Content-Type': 'application/json' }, body: body.replace('ID', id) }),
    });

    for (const request of federation.all.flatMap((fake) => fake.requests)) {
      for (const name of ['Authorization', 'Accept-Language', 'traceparent'])
        expect(request.header(name)).toBeUndefined();
      if (body === '') expect(request.header('Content-Type')).toBeUndefined();
    }
  });
});

describe('the request id', () => {
  it('is one for the caller, and every member gets it', async () => {
    const answer = await federation.gateway.get('/api/errors');

    const ids = federation.all.map((fake) => fake.requests[0]?.header('Request-Id'));
    expect(new Set([...ids, answer.headers['request-id']]).size).toBe(1);
    expect(answer.headers['request-id']).toMatch(/\S/);
  });

  it('is new for each request', async () => {
    const answers = [await federation.gateway.get('/api/errors'), await federation.gateway.get('/api/errors')];

    expect(new Set(answers.map(({ headers }) => headers['request-id'])).size).toBe(2);
  });

  it('is the trace id that a proxy on this machine gives', async () => {
    const answer = await federation.gateway.get('/api/errors', { headers: { traceparent: sent.traceparent } });

    expect(answer.headers['request-id']).toBe('0af7651916cd43dd8448eb211c80319c');
  });
});

describe('to callers', () => {
  it('come the gateway’s own headers and those of members that are listed, each once', async () => {
    const { us, eu } = federation.members;
    for (const fake of [eu, us]) {
      for (const name of ['Server', 'X-Internal', 'Set-Cookie', 'Strict-Transport-Security', 'X-Powered-By']) {
        fake.faults.add({ kind: 'header', name, values: ['of a member'] });
      }
    }
    for (const [method, target] of [
      ['GET', '/api/errors'],
      ['GET', '/api/edit/config'],
      ['POST', `/api/errors/${id}/retry`],
    ] as const) {
      const answer = await federation.gateway.request(method, target);

      for (const [name, value] of Object.entries(answer.headers)) {
        expect([target, name, String(value).includes('of a member')]).toEqual([target, name, false]);
      }
      const names = answer.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
      expect(names.filter((name, at) => name !== 'link' && names.indexOf(name) !== at)).toEqual([]);
    }
  });

  it('comes the reason that a member gives for a refusal', async () => {
    federation.members.us.faults.add({
      kind: 'status',
      status: 409,
      headers: { 'X-Particular-Reason': 'already archived' },
    });

    const answer = await federation.gateway.request('POST', `/api/errors/${id}/archive`);

    expect([answer.status, answer.headers['x-particular-reason']]).toEqual([409, 'already archived']);
  });

  it.each(['/api/errors', '/api/errors/summary', '/api/', '/api/edit/config', '/api/recoverability/groups'])(
    'come version, request id and cache rules with %s',
    async (target) => {
      const { headers } = await federation.gateway.get(target);

      expect(headers).toMatchObject({
        'x-particular-version': '6.20.0',
        'cache-control': 'private, max-age=0',
        vary: expect.stringContaining('Accept'),
        'request-id': expect.any(String),
        'server-timing': expect.stringMatching(/eu;dur=[\d.]+;desc="200"/),
      });
    },
  );
});
