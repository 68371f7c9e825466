import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Fault } from '../support/http/faults.js';
import { LogLines } from '../support/log-lines.js';
import { untilMemberIs } from '../support/member-states.js';
import type { Response } from '../support/requester.js';
import { idsOf } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const list = '/api/errors';
const json = (status: number, body: string): Fault => ({ kind: 'status', status, body });

let federation: Federation<Key>;
let log: LogLines;

beforeAll(async () => {
  log = new LogLines();
  federation = await startFederation(keys, {
    settings: {
      federation: { memberTimeout: '250ms', probeInterval: '100ms', nameMembersBy: 'key', microCache: '0s' },
    },
    logger: log,
  });
  for (const fake of federation.all) fake.hasFailedMessages(2);
  await federation.gateway.get(list);
});

afterEach(async () => {
  for (const fake of federation.all) {
    fake.faults.clear();
    await fake.start();
  }
  for (const key of keys) {
    while ((await federation.gateway.get(`/members/${key}${list}`)).status !== 200);
    await untilMemberIs(federation.gateway, key, 'up');
  }
});

afterAll(() => federation.stop());

/** What each member does to one kind of read; `refuse` closes its port. */
async function askWhile(
  faults: Readonly<Partial<Record<Key, Fault | 'refuse'>>>,
  target = list,
  method = 'GET',
): Promise<Response> {
  for (const key of keys) {
    const fault = faults[key];
    if (fault === 'refuse') await federation.members[key].stop();
    else if (fault !== undefined) federation.members[key].faults.add(fault, { path: target.split('?')[0] ?? '' });
  }
  return federation.gateway.request(method, target);
}

const missingIn = (answer: Response): unknown => answer.headers['x-particular-incomplete-results'];
const hang: Fault = { kind: 'never-answer' };
const error: Fault = { kind: 'status', status: 500 };

describe('nobody answers', () => {
  it.each<[string, Readonly<Record<Key, Fault | 'refuse'>>, number, string]>([
    ['all refuse', { eu: 'refuse', us: 'refuse', ap: 'refuse' }, 503, 'eu:unavailable, us:unavailable, ap:unavailable'],
    ['all hang', { eu: hang, us: hang, ap: hang }, 504, 'eu:timeout, us:timeout, ap:timeout'],
    ['one hangs', { eu: 'refuse', us: hang, ap: error }, 504, 'eu:unavailable, us:timeout, ap:error'],
    ['all fail', { eu: error, us: error, ap: error }, 502, 'eu:error, us:error, ap:error'],
    ['some fail, one refuses', { eu: error, us: 'refuse', ap: error }, 503, 'eu:error, us:unavailable, ap:error'],
    [
      'refusals differ',
      { eu: json(401, '{}'), us: json(403, '{}'), ap: json(401, '{}') },
      502,
      'eu:error, us:error, ap:error',
    ],
    [
      'two refuse alike, one fails',
      { eu: json(403, '{}'), us: json(403, '{}'), ap: error },
      502,
      'eu:error, us:error, ap:error',
    ],
    ['all redirect', { eu: redirect(), us: redirect(), ap: redirect() }, 502, 'eu:error, us:error, ap:error'],
  ])('because %s', async (_, faults, status, missing) => {
    const answer = await askWhile(faults);

    expect([answer.status, missingIn(answer)]).toEqual([status, missing]);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.headers['retry-after'] !== undefined).toBe(status === 503);
    expect(answer.headers.etag).toBeUndefined();
    const named = missing.split(', ').map((entry) => entry.split(':'));
    expect(answer.json).toMatchObject({
      status,
      request_id: answer.headers['request-id'],
      members: named.map(([key, reason]) => ({ key, reason })),
    });
  });

  it.each([
    '/api/errors/summary',
    '/api/recoverability/groups',
    '/api/recoverability/history',
    '/api/errors/queues/addresses',
  ])('to %s: never an empty success', async (target) => {
    expect((await askWhile({ eu: error, us: error, ap: error }, target)).status).toBe(502);
  });

  it('to a HEAD: the status without a body', async () => {
    const answer = await askWhile({ eu: error, us: error, ap: error }, list, 'HEAD');

    expect([answer.status, answer.bytes.length, missingIn(answer)]).toEqual([502, 0, 'eu:error, us:error, ap:error']);
  });
});

describe('all members refuse alike', () => {
  it.each([400, 401, 403, 409, 422])('with %s, and the caller gets exactly that', async (status) => {
    const refusal: Fault = {
      kind: 'status',
      status,
      body: '{"error":"refused"}',
      headers: { 'X-Particular-Reason': 'because', 'WWW-Authenticate': 'Bearer' },
    };

    const answer = await askWhile({ eu: refusal, us: refusal, ap: refusal });

    expect([answer.status, answer.text]).toEqual([status, '{"error":"refused"}']);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-particular-reason']).toBe('because');
  });
});

describe('a member that has nothing', () => {
  it.each<[string, Fault]>([
    ['404', { kind: 'status', status: 404 }],
    ['204', { kind: 'status', status: 204 }],
    ['an empty list', { kind: 'body', text: '[]' }],
  ])('and says so with %s is not missing', async (_, fault) => {
    const answer = await askWhile({ us: fault, ap: { kind: 'header', name: 'Total-Count', values: ['2'] } });

    expect([answer.status, missingIn(answer)]).toEqual([200, undefined]);
    expect(idsOf(answer)).toHaveLength(4);
  });

  it.each([404, 204])('is like all others with %s: an empty list', async (status) => {
    const nothing: Fault = { kind: 'status', status };

    const answer = await askWhile({ eu: nothing, us: nothing, ap: nothing });

    expect([answer.status, answer.text, answer.headers['total-count']]).toEqual([200, '[]', '0']);
    expect(missingIn(answer)).toBeUndefined();
  });
});

describe('two members that fail differently', () => {
  it('are both named, in member order, each with its own reason', async () => {
    const answer = await askWhile({ eu: hang, ap: 'refuse' });

    expect([answer.status, missingIn(answer)]).toEqual([200, 'eu:timeout, ap:unavailable']);
    expect(idsOf(answer)).toHaveLength(2);
  });

  it('may leave any single one to answer', async () => {
    for (const left of keys) {
      const faults = Object.fromEntries(keys.filter((key) => key !== left).map((key) => [key, error]));

      const answer = await askWhile(faults);

      expect([answer.status, idsOf(answer).length]).toEqual([200, 2]);
      for (const fake of federation.all) fake.faults.clear();
    }
  });
});

describe('the log', () => {
  it.each<[string, Fault, RegExp]>([
    ['refuses a caller whom the others let in', json(401, '{}'), /answered 401/],
    ['forbids what the others allow', json(403, '{}'), /answered 403/],
    ['redirects', redirect(), /answered 302 to http:\/\/127\.0\.0\.1:9\/sign-in; configure the final address/],
    ['sends something else than a list', { kind: 'body', text: '{}' }, /something else than a JSON list/],
    ['sends a broken row', { kind: 'body', text: '[{"id":"1"},{"id":]' }, /rows of us cannot be merged/],
    ['sends no content type', { kind: 'content-type' }, /called its JSON nothing/],
    ['counts in words', { kind: 'header', name: 'Total-Count', values: ['abc'] }, /senseless Total-Count "abc"/],
  ])('says once a minute that a member %s', async (_, fault, finding) => {
    await askWhile({ us: fault });
    const before = lines(finding).length;
    await federation.gateway.get(list);
    await federation.gateway.get(list);

    expect(before).toBe(1);
    expect(lines(finding)).toHaveLength(1);
    expect(lines(finding)[0]?.fields).toMatchObject({ member: 'us', surface: 'service-control', route: 'errors' });
  });

  it('says nothing of a refusal that all members agree on', async () => {
    const refusal = json(418, '{}');
    await askWhile({ eu: refusal, us: refusal, ap: refusal });

    expect(lines(/418/)).toEqual([]);
  });
});

function lines(finding: RegExp) {
  return log
    .saying('a member answers unlike ServiceControl')
    .filter(({ fields }) => fields['member'] === 'us' && finding.test(String(fields['finding'])));
}

function redirect(): Fault {
  return { kind: 'redirect', location: 'http://127.0.0.1:9/sign-in' };
}
