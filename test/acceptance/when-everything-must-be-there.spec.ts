import { afterEach, describe, expect, it } from '@jest/globals';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us' | 'ap';

const demand = { headers: { 'X-Federation-Require': 'all' } };
const reads: readonly (readonly [string, string])[] = [
  ['GET', '/api/errors'],
  ['HEAD', '/api/errors'],
  ['GET', '/api/errors/summary'],
  ['GET', '/api/errors/queues/addresses'],
  ['GET', '/api/recoverability/groups'],
  ['GET', '/api/recoverability/classifiers'],
  ['GET', '/api/recoverability/history'],
  ['GET', '/api/messages'],
  ['GET', '/api/messages2?page_size=10'],
  ['GET', '/api/'],
];

let federation: Federation<Key>;

afterEach(() => federation.stop());

async function start(required: readonly Key[] = []): Promise<Federation<Key>> {
  federation = await startFederation(['eu', 'us', 'ap'], {
    settings: { federation: { memberTimeout: '300ms', probeInterval: '1h', microCache: '0s', nameMembersBy: 'key' } },
    entries: Object.fromEntries(required.map((key) => [key, { required: true }])),
  });
  for (const fake of federation.all) fake.hasFailedMessages(2);
  return federation;
}

function expectRefusal(answer: Response, missing: string, method = 'GET'): void {
  expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([503, missing]);
  expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  expect([answer.headers.etag, answer.headers['total-count']]).toEqual([undefined, undefined]);
  if (method === 'HEAD') return;
  expect(answer.headers['content-type']).toBe('application/problem+json');
  const members = missing.split(', ').map((entry) => entry.split(':'));
  expect(answer.json).toMatchObject({ members: members.map(([key, reason]) => ({ key, reason })) });
}

describe('a caller who wants all or nothing', () => {
  it('is refused every kind of read while a member is missing, and told which', async () => {
    await start();
    await federation.members.us.stop();

    for (const [method, target] of reads) {
      expectRefusal(await federation.gateway.request(method, target, demand), 'us:unavailable', method);
    }
  });

  it('gets every kind of read as anybody else when all answer', async () => {
    await start();
    for (const [method, target] of reads) {
      const plain = await federation.gateway.request(method, target);

      const answer = await federation.gateway.request(method, target, demand);

      expect([target, answer.status, answer.text]).toEqual([target, 200, plain.text]);
    }
  });

  it('is told of each missing member with its own reason', async () => {
    await start();
    await federation.members.us.stop();
    federation.members.ap.faults.add({ kind: 'never-answer' }, { path: '/api/errors' });

    expectRefusal(await federation.gateway.get('/api/errors', demand), 'us:unavailable, ap:timeout');
  });

  it('may write the demand in any letter case; another word demands nothing', async () => {
    await start();
    await federation.members.us.stop();
    const ask = (value: string): Promise<Response> =>
      federation.gateway.get('/api/errors', { headers: { 'X-FEDERATION-REQUIRE': value } });

    expect([(await ask(' All ')).status, (await ask('some')).status]).toEqual([503, 200]);
  });
});

describe('a member that is required', () => {
  it('turns a partial answer into none, without any header', async () => {
    await start(['us']);
    await federation.members.us.stop();

    expectRefusal(await federation.gateway.get('/api/errors'), 'us:unavailable');
  });

  it('does not make the others required', async () => {
    await start(['us']);
    await federation.members.ap.stop();

    const answer = await federation.gateway.get('/api/errors');

    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([200, 'ap:unavailable']);
  });

  it('is not missed by requests about another member alone', async () => {
    await start(['us']);
    await federation.members.us.stop();

    expect((await federation.gateway.get('/members/eu/api/errors')).status).toBe(200);
  });
});
