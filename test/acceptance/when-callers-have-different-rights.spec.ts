import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tokenWith } from '../support/http/token.js';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us';

const list = '/api/errors';
const may = tokenWith({ sub: 'a', preferred_username: 'a', roles: ['reader'] });
const mayNot = tokenWith({ sub: 'b', preferred_username: 'b', roles: ['guest'] });

let federation: Federation<Key>;

async function start(guarded: readonly Key[]): Promise<void> {
  federation = await startFederation(['eu', 'us'], {
    settings: { federation: { probeInterval: '1h', nameMembersBy: 'key' } },
    members: Object.fromEntries(guarded.map((key) => [key, { authentication: { mode: 'roles' } }])),
  });
  for (const fake of federation.all) fake.hasFailedMessages(2);
}

afterEach(() => federation.stop());

const ask = (token?: string, headers = {}): Promise<Response> =>
  federation.gateway.get(list, {
    headers: { ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }), ...headers },
  });

const said = (answer: Response): unknown => [
  answer.status,
  answer.headers['total-count'],
  answer.headers['x-particular-incomplete-results'],
];

describe('a member that lets one caller in and another not', () => {
  beforeEach(() => start(['eu']));

  it('never gives one of them what is the other’s, though they ask for the same at the same moment', async () => {
    federation.members.eu.faults.add({ kind: 'delay', ms: 10 }, { path: list });
    for (let round = 1; round <= 10; round += 1) {
      const answers = await Promise.all([ask(may), ask(mayNot), ask(may), ask(), ask(mayNot)]);

      expect(answers.map(said)).toEqual([
        [200, '4', undefined],
        [200, '2', 'eu:error'],
        [200, '4', undefined],
        [200, '2', 'eu:error'],
        [200, '2', 'eu:error'],
      ]);
    }
  });

  it('makes a tag worth nothing in the hands of the other', async () => {
    const { etag } = (await ask(may)).headers;

    const answers = [await ask(may, { 'If-None-Match': etag }), await ask(mayNot, { 'If-None-Match': etag })];

    expect(answers.map(({ status }) => status)).toEqual([304, 200]);
  });
});

describe('members that all refuse a caller', () => {
  beforeEach(() => start(['eu', 'us']));

  it.each<[string, string | undefined, number]>([
    ['forbidden', mayNot, 403],
    ['not known', undefined, 401],
    ['malformed', 'not-a-token', 401],
  ])('%s: the caller gets their answer, and the next caller is not harmed', async (_, token, status) => {
    const expected = await federation.gateway.get(
      '/members/eu/api/errors',
      token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
    );

    const [refused, allowed] = await Promise.all([ask(token), ask(may)]);

    expect([refused.status, refused.text]).toEqual([status, expected.text]);
    expect(refused.headers['content-type']).toBe(expected.headers['content-type']);
    expect(said(allowed)).toEqual([200, '4', undefined]);
  });

  it('refuse commands alike, and nothing is carried out', async () => {
    const [id = ''] = federation.members.us.hasFailedMessages(1);

    const answer = await federation.gateway.request('POST', `/api/errors/${id}/retry`, {
      headers: { Authorization: `Bearer ${may}` },
    });

    expect(answer.status).toBe(403);
    federation.members.us.settle();
    expect(federation.members.us.message(id)?.status).toBe('unresolved');
  });
});
