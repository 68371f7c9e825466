import { afterEach, describe, expect, it } from '@jest/globals';
import type { Response } from '../support/requester.js';
import { rawExchange } from '../support/http/raw-exchange.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us' | 'ap';

const list = '/api/errors';

let federation: Federation<Key>;

afterEach(() => federation.stop());

async function start(
  etags: Partial<Record<Key, 'unquoted' | 'strong' | 'weak' | 'absent'>> = {},
): Promise<Federation<Key>> {
  federation = await startFederation(['eu', 'us', 'ap'], {
    settings: { federation: { probeInterval: '1h', microCache: '0s', nameMembersBy: 'key' } },
    members: Object.fromEntries(Object.entries(etags).map(([key, style]) => [key, { etags: style }])),
  });
  for (const fake of federation.all) fake.hasFailedMessages(2);
  return federation;
}

const ask = (tags?: string, target = list): Promise<Response> =>
  federation.gateway.get(target, tags === undefined ? {} : { headers: { 'If-None-Match': tags } });

async function tagOf(target = list): Promise<string> {
  return (await ask(undefined, target)).headers.etag ?? '';
}

describe('the tag of a merged answer', () => {
  it.each([
    '/api/errors',
    '/api/recoverability/groups',
    '/api/errors/queues/addresses',
    '/api/errors/summary',
    '/api/recoverability/history',
  ])('is weak, stays while nothing changes, and moves when one member’s moves: %s', async (target) => {
    await start();
    for (const fake of federation.all) fake.hasRetryHistory([{ processed: 1 }]);
    const before = [await tagOf(target), await tagOf(target)];
    federation.members.us.hasFailedMessages(1);
    federation.members.us.hasRetryHistory([{ processed: 1 }]);

    const after = await tagOf(target);

    if (before[0] === '') return expect(after).toBe('');
    expect(before[0]).toMatch(/^W\/"[\w-]+"$/);
    expect(before[1]).toBe(before[0]);
    expect(after).not.toBe(before[0]);
  });

  it('does not depend on who answers first', async () => {
    await start();
    const { eu, us } = federation.members;
    us.faults.add({ kind: 'delay', ms: 40 }, { path: list, times: 1 });
    const first = await tagOf();
    eu.faults.add({ kind: 'delay', ms: 40 }, { path: list, times: 1 });

    expect(await tagOf()).toBe(first);
  });

  it('does not move with the order of equal rows at RavenDB members, and each row is there once', async () => {
    await start();
    for (const fake of federation.all) fake.hasFailedMessages(2, { timeSent: '2024-05-01T08:00:00Z' });
    const before = await ask();
    for (const fake of federation.all) fake.swapTies();

    const after = await ask();

    expect([after.headers.etag, after.headers['total-count']]).toEqual([before.headers.etag, '12']);
    expect(new Set((after.json as { id: string }[]).map(({ id }) => id)).size).toBe(12);
  });

  it('differs by page, by sort key and by target', async () => {
    await start();
    const targets = [
      '?page=1&per_page=2',
      '?page=2&per_page=2',
      '?page=1&per_page=2&sort=modified',
      '?status=archived',
    ];

    const tags = await Promise.all(targets.map((query) => tagOf(list + query)));

    expect(new Set(tags).size).toBe(targets.length);
  });

  it.each<[string, Partial<Record<Key, 'unquoted' | 'strong' | 'weak'>>]>([
    ['unquoted, strong and weak', { eu: 'unquoted', us: 'strong', ap: 'weak' }],
    ['all unquoted', { eu: 'unquoted', us: 'unquoted', ap: 'unquoted' }],
  ])('is made of tags in any form: %s', async (_, etags) => {
    await start(etags);
    const before = await tagOf();
    const confirmed = await ask(before);
    federation.members.eu.hasFailedMessages(1);

    const moved = await ask(before);

    expect([confirmed.status, moved.status]).toEqual([304, 200]);
    expect(moved.headers.etag).toMatch(/^W\//);
    expect(moved.headers.etag).not.toBe(before);
  });

  it.each<[string, readonly string[]]>([
    ['none', []],
    ['an empty one', ['']],
    ['an empty quoted one', ['""']],
  ])('is not there when a member sends %s, and a tag of before confirms nothing', async (_, values) => {
    await start();
    const before = await tagOf();
    federation.members.us.faults.add({ kind: 'header', name: 'ETag', values });

    const answer = await ask(before);

    expect([answer.status, answer.headers.etag]).toEqual([200, undefined]);
  });
});

describe('If-None-Match', () => {
  it('is compared weakly, and understood as a list or a star', async () => {
    await start();
    const tag = await tagOf();
    const asked: readonly (readonly [string, number])[] = [
      [tag, 304],
      [tag.replace('W/', ''), 304],
      [`"a", ${tag}, "b"`, 304],
      ['*', 304],
      ['"a", W/"b"', 200],
      ['"""', 200],
    ];

    for (const [header, status] of asked) {
      const answer = await ask(header);

      expect([header, answer.status, answer.headers.etag]).toEqual([header, status, tag]);
    }
  });

  it('is answered with a 304 that has no body, no length and what a list has besides', async () => {
    await start();
    const tag = await tagOf();

    const answer = await ask(tag);

    expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
    for (const name of ['content-length', 'content-type', 'transfer-encoding'])
      expect(answer.headers[name]).toBeUndefined();
    expect(answer.headers).toMatchObject({
      'total-count': '6',
      'cache-control': 'private, max-age=0',
      vary: expect.stringContaining('Accept'),
    });
  });

  it('leaves the connection in step for the next request', async () => {
    await start();
    const port = Number(new URL(federation.gateway.url).port);
    const tag = await tagOf();

    const { text } = await rawExchange(
      port,
      `GET ${list} HTTP/1.1\r\nHost: a\r\nIf-None-Match: ${tag}\r\n\r\n` +
        'GET /api/errors/summary HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );

    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 304', 'HTTP/1.1 200']);
  });

  it('of a caller is never what members are asked with', async () => {
    await start();
    const tag = await tagOf();
    for (const fake of federation.all) fake.clearRequests();

    await ask(tag);

    for (const fake of federation.all) expect(fake.requests[0]?.header('If-None-Match')).not.toBe(tag);
  });
});

describe('an answer that confirms nothing', () => {
  it('is a refusal, whatever tag the caller has', async () => {
    await start();
    const tag = await tagOf();
    for (const fake of federation.all) fake.faults.add({ kind: 'status', status: 403, body: '{"error":"forbidden"}' });

    expect((await ask(tag)).status).toBe(403);
  });

  it('is one in which another caller’s refusal stands', async () => {
    await start();
    const tag = await tagOf();
    federation.members.us.faults.add({ kind: 'status', status: 401 });

    const answer = await ask(tag);

    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([200, 'us:error']);
  });
});
