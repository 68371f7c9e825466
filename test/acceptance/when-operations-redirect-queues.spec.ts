import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { redirectId } from '../support/fake-primary/redirects.js';
import { fieldOfRows } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

let federation: Federation<Key>;

async function start(redirectRouting: string): Promise<void> {
  federation = await startFederation(keys, {
    settings: { federation: { nameMembersBy: 'key', microCache: '0s', redirectRouting } },
  });
  federation.members.us.hasFailedMessages(1, { queue: 'Billing@US' });
  for (const key of ['us', 'ap'] as const) federation.members[key].hasFailedMessages(1, { queue: 'Shipping@ASIA' });
}

afterEach(() => federation.stop());

const get = (target: string) => federation.gateway.get(target);
const create = (from: string, to: string) =>
  federation.gateway.send('POST', '/api/redirects', { fromphysicaladdress: from, tophysicaladdress: to });
const change = (from: string, to: string) =>
  federation.gateway.send('PUT', `/api/redirects/${redirectId({ from })}`, {
    id: redirectId({ from }),
    fromphysicaladdress: from,
    tophysicaladdress: to,
  });
const remove = (from: string) => federation.gateway.request('DELETE', `/api/redirects/${redirectId({ from })}`);
const held = (key: Key) => federation.members[key].state.redirects.map(({ from, to }) => `${from} > ${to}`);

describe('redirects routed to owners', () => {
  beforeEach(() => start('owner'));

  it.each([
    ['the member whose failing queues list the address', 'Billing@US', [0, 1, 0]],
    ['every member whose failing queues list it', 'Shipping@ASIA', [0, 1, 1]],
    ['the lead when no failing queue has it', 'Unknown@X', [1, 0, 0]],
  ])('are made at %s', async (_, from, expected) => {
    const answer = await create(from, 'New@X');

    expect([answer.status, fieldsOf(answer.json)]).toEqual([201, [redirectId({ from }), from, 'New@X']]);
    expect(keys.map((key) => held(key).length)).toEqual(expected);
  });

  it('are changed and removed where they are, although nobody listed them before', async () => {
    federation.members.ap.hasRedirect({ from: 'Old@X', to: 'New@X' });

    const changed = await change('Old@X', 'Newest@X');
    expect([changed.status, held('ap')]).toEqual([204, ['Old@X > Newest@X']]);
    const removed = await remove('Old@X');
    expect([removed.status, held('ap')]).toEqual([204, []]);
    for (const key of ['eu', 'us'] as const)
      for (const method of ['PUT', 'DELETE']) expect(federation.members[key].requestsTo(method, '/')).toEqual([]);
  });

  it('are changed on every member that has one for the address', async () => {
    for (const key of ['eu', 'us'] as const) federation.members[key].hasRedirect({ from: 'Old@X', to: 'New@X' });

    const answer = await change('Old@X', 'Newest@X');

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([204, 'eu=204, us=204, ap=not-asked']);
    expect([held('eu'), held('us')]).toEqual([['Old@X > Newest@X'], ['Old@X > Newest@X']]);
  });

  it('that nobody has are no record of anybody', async () => {
    const answer = await change('Old@X', 'New@X');

    expect([answer.status, answer.headers['x-particular-reason']]).toEqual([404, 'no member holds these ids']);
    expect(federation.all.flatMap((fake) => fake.requestsTo('PUT', '/'))).toEqual([]);
  });

  it.each([
    ['Duplicate', { from: 'Billing@US', to: 'Elsewhere@X' }],
    ['Dependents', { from: 'Other@X', to: 'Billing@US' }],
  ])('are refused with the member’s reason %s and its body', async (reason, existing) => {
    federation.members.us.hasRedirect(existing);

    const answer = await create('Billing@US', 'New@X');

    expect([answer.status, answer.headers['x-particular-reason']]).toEqual([409, reason]);
    expect(answer.text).toContain(`"from_physical_address":"${existing.from}"`);
  });

  it('are refused on a change as the member does it, without a reason', async () => {
    federation.members.us.hasRedirect({ from: 'Old@X', to: 'New@X' });
    federation.members.us.hasRedirect({ from: 'Target@X', to: 'New@X' });

    const answer = await change('Old@X', 'Target@X');

    expect([answer.status, answer.headers['x-particular-reason']]).toEqual([409, undefined]);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  it('with a blank address are refused by the member', async () => {
    expect((await create('', 'New@X')).status).toBe(400);
  });
});

describe('redirects sent to all', () => {
  beforeEach(() => start('broadcast'));

  it('are made, changed and removed on every member, which share one broker', async () => {
    expect((await create('Billing@US', 'New@X')).status).toBe(201);
    expect(keys.map(held)).toEqual(Array(3).fill(['Billing@US > New@X']));
    expect((await change('Billing@US', 'Newest@X')).status).toBe(204);
    expect(keys.map(held)).toEqual(Array(3).fill(['Billing@US > Newest@X']));
    expect((await remove('Billing@US')).status).toBe(204);
    expect(keys.map(held)).toEqual([[], [], []]);
  });

  it('are refused as soon as one member refuses, with its reason, and the others are told of', async () => {
    federation.members.ap.hasRedirect({ from: 'Billing@US', to: 'Elsewhere@X' });

    const answer = await create('Billing@US', 'New@X');

    expect([answer.status, answer.headers['x-particular-reason']]).toEqual([409, 'Duplicate']);
    expect(answer.headers['x-federation-outcome']).toBe('eu=201, us=201, ap=409');
  });
});

describe('GET /api/redirects', () => {
  const day = '2024-05-01T10:00:00.0000001Z';

  beforeEach(() => start('owner'));

  it('shows a redirect once that members have alike, and each one’s own where they differ', async () => {
    const { eu, us, ap } = federation.members;
    for (const fake of [eu, us]) fake.hasRedirect({ from: 'Same@X', to: 'New@X', lastModified: day });
    eu.hasRedirect({ from: 'Other@X', to: 'A@X', lastModified: day });
    ap.hasRedirect({ from: 'Other@X', to: 'B@X', lastModified: day });

    const answer = await get('/api/redirects?direction=asc');

    expect(fieldOfRows(answer, 'to_physical_address')).toEqual(['A@X', 'B@X', 'New@X']);
    expect(answer.headers['total-count']).toBe('3');
    expect(answer.headers.link).toBeUndefined();
  });

  it.each([
    ['', ['zeta@X', 'Österreich@X', 'o@X', 'B@X', 'a@X']],
    ['?sort=from_physical_address&direction=asc', ['a@X', 'B@X', 'o@X', 'Österreich@X', 'zeta@X']],
    ['?sort=to_physical_address&direction=asc', ['zeta@X', 'a@X', 'B@X', 'o@X', 'Österreich@X']],
    ['?page=2&per_page=2&direction=asc', ['o@X', 'Österreich@X']],
  ])('orders and pages as people read: %j', async (query, expected) => {
    const { eu, us, ap } = federation.members;
    for (const [fake, from, to] of [
      [eu, 'B@X', '3'],
      [us, 'a@X', '2'],
      [ap, 'zeta@X', '1'],
      [eu, 'Österreich@X', '5'],
      [us, 'o@X', '4'],
    ] as const)
      fake.hasRedirect({ from, to });

    const answer = await get(`/api/redirects${query}`);

    expect(fieldOfRows(answer, 'from_physical_address')).toEqual(expected);
    expect(answer.headers['total-count']).toBe('5');
  });

  it('is counted by HEAD redirect, members’ counts added', async () => {
    for (const key of ['eu', 'us'] as const) federation.members[key].hasRedirect({ from: 'Same@X', to: 'New@X' });

    const answer = await federation.gateway.request('HEAD', '/api/redirect');

    expect([answer.status, answer.headers['total-count'], answer.bytes.length]).toEqual([200, '2', 0]);
  });
});

function fieldsOf(created: unknown): readonly unknown[] {
  const row = created as Readonly<Record<string, unknown>>;
  return [row['message_redirect_id'], row['from_physical_address'], row['to_physical_address']];
}
