import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FakePrimary } from '../support/fake-primary/fake-primary.js';
import type { Fault } from '../support/http/faults.js';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const groups = '/api/recoverability/groups';
const messageType = 'Sales.OrderPlaced';

let federation: Federation<Key>;
/** The id of the group that eu and us hold, and ap does not. */
let group: string;

beforeEach(async () => {
  federation = await startFederation(keys, {
    settings: { federation: { memberTimeout: '300ms', probeInterval: '1h', nameMembersBy: 'key', microCache: '0s' } },
  });
  const { eu, us, ap } = federation.members;
  eu.hasFailedMessages(3, { messageType });
  us.hasFailedMessages(4, { messageType });
  ap.hasFailedMessages(2, { messageType: 'Billing.InvoiceSent' });
  group = groupOf(eu);
});

afterEach(() => federation.stop());

function groupOf(fake: FakePrimary, status: 'unresolved' | 'archived' = 'unresolved'): string {
  return fake.groups('Message Type', status)[0]?.id ?? '';
}

const ask = (method: string, target: string): Promise<Response> => federation.gateway.request(method, target);
const act = (command: string): Promise<Response> => ask('POST', `${groups}/${group}/errors/${command}`);
const commandsAt = (key: Key): readonly string[] =>
  federation.members[key].requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, target }) => `${method} ${target}`);

function expectNotPoisoned(key: Key): void {
  const { state, faultLog } = federation.members[key];
  federation.members[key].settle();
  expect([state.archives.all(), state.unarchives.all(), state.retries.ofGroup(group)]).toEqual([[], [], undefined]);
  expect(faultLog).toEqual([]);
}

async function listed(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await federation.gateway.get(`${groups}/Message%20Type`)).json as readonly Readonly<
    Record<string, unknown>
  >[];
}

describe.each([
  ['just after the start', false],
  ['after the list was looked at', true],
])('a group of two members, %s', (_, isListed) => {
  beforeEach(async () => {
    if (isListed) await listed();
    for (const fake of federation.all) fake.clearRequests();
  });

  it.each([
    ['POST', 'errors/retry'],
    ['POST', 'errors/archive'],
    ['POST', 'comment?comment=seen%20%26%20known'],
    ['DELETE', 'comment'],
  ])('gets %s %s at those two, once each, and the third is left in peace', async (method, path) => {
    const answer = await ask(method, `${groups}/${group}/${path}`);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'eu=202, us=202, ap=not-asked']);
    const expected = [`${method} ${groups}/${group}/${path}`];
    expect(keys.map(commandsAt)).toEqual([expected, expected, []]);
    expectNotPoisoned('ap');
  });
});

describe('a comment', () => {
  it('shows on the one row that the group is', async () => {
    await ask('POST', `${groups}/${group}/comment?comment=looked%20at`);

    const rows = (await listed()).filter(({ id }) => id === group);

    expect(rows).toEqual([expect.objectContaining({ comment: 'looked at', count: 7 })]);
  });
});

describe('archived groups', () => {
  beforeEach(async () => {
    await act('archive');
    for (const fake of federation.all) {
      fake.settle();
      fake.clearRequests();
    }
  });

  it('are unarchived where their messages are', async () => {
    const answer = await act('unarchive');

    expect(answer.headers['x-federation-outcome']).toBe('eu=202, us=202, ap=not-asked');
    for (const fake of federation.all) fake.settle();
    const open = federation.all.map((fake) => fake.messages().filter(({ status }) => status === 'unresolved').length);
    expect(open).toEqual([3, 4, 2]);
    expectNotPoisoned('ap');
  });

  it('can no longer be retried: nobody holds them as open', async () => {
    const answer = await act('retry');

    expect([answer.status, ...keys.flatMap(commandsAt)]).toEqual([404]);
  });

  it('take a comment all the same', async () => {
    expect((await ask('POST', `${groups}/${group}/comment?comment=x`)).headers['x-federation-outcome']).toBe(
      'eu=202, us=202, ap=not-asked',
    );
  });
});

describe('a finished operation', () => {
  beforeEach(async () => {
    await act('retry');
    for (const fake of federation.all) fake.settle();
  });

  const acknowledge = (): Promise<Response> => ask('DELETE', `/api/recoverability/unacknowledgedgroups/${group}`);

  it('is acknowledged at both members that finished it', async () => {
    const before = (await listed()).find(({ id }) => id === group);

    const answer = await acknowledge();

    expect(before).toMatchObject({ operation_status: 'Completed', need_user_acknowledgement: true });
    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([200, 'eu=200, us=200, ap=not-asked']);
    expect((await listed()).filter(({ id }) => id === group)).toEqual([]);
  });

  it('acknowledged elsewhere already is no failure, and twice is a 404', async () => {
    await listed();
    federation.members.us.state.history.acknowledge(group);

    const first = await acknowledge();
    const second = await acknowledge();

    expect([first.status, first.headers['x-federation-outcome']]).toEqual([200, 'eu=200, us=404, ap=not-asked']);
    expect(second.status).toBe(404);
  });
});

describe('a group that nobody holds', () => {
  it.each(['retry', 'archive', 'unarchive'])('is a 404 to %s, and nothing is sent', async (command) => {
    group = '11111111-1111-1111-1111-111111111111';

    const answer = await act(command);

    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
    expect(keys.flatMap(commandsAt)).toEqual([]);
    for (const key of keys) expectNotPoisoned(key);
  });
});

describe('a holder that is in trouble', () => {
  it('and was seen in the list gets nothing while it refuses connections; the other does, and the ids say so', async () => {
    await listed();
    await federation.members.us.stop();

    const answer = await act('archive');

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([
      503,
      'eu=202, us=unavailable, ap=not-asked',
    ]);
    expect(answer.json).toMatchObject({ accepted: { ids: [group] }, not_sent: { ids: [group] } });
  });

  it.each<[string, Fault, string]>([
    ['fails', { kind: 'crash' }, 'us:error'],
    ['never answers', { kind: 'never-answer' }, 'us:timeout'],
  ])(
    'and %s when asked whether it holds the group: the others act, and the answer says that one may not have',
    async (_, fault, missing) => {
      federation.members.us.faults.add(fault, { method: 'GET' });

      const answer = await act('archive');

      expect(commandsAt('us')).toEqual([]);
      expect(commandsAt('eu')).toHaveLength(1);
      expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([503, missing]);
      expect(answer.json).toMatchObject({
        accepted: { ids: [group] },
        not_sent: { ids: [group] },
        unknown: { ids: [] },
      });
      expectNotPoisoned('ap');
    },
  );
});

describe('a group whose count one member cannot tell', () => {
  it('is shown with what the other has, and the failure is named', async () => {
    federation.members.us.faults.add({ kind: 'crash' }, { path: groups });

    const answer = await federation.gateway.get(`${groups}/Message%20Type`);

    const rows = answer.json as readonly Readonly<Record<string, unknown>>[];
    expect(rows.find(({ id }) => id === group)).toMatchObject({ count: 3 });
    expect(answer.headers['x-particular-incomplete-results']).toBe('us:error');
  });
});

describe('every message of a group', () => {
  it('is listed over both members', async () => {
    const answer = await federation.gateway.get(`${groups}/${group}/errors?per_page=50`);
    const head = await ask('HEAD', `${groups}/${group}/errors`);

    expect([(answer.json as unknown[]).length, answer.headers['total-count'], head.headers['total-count']]).toEqual([
      7,
      '7',
      '7',
    ]);
  });
});
