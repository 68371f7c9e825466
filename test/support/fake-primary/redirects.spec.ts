import { afterEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import { deterministicGuid } from './deterministic-guid.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import type { FakePrimaryOptions } from './options.js';

type Row = Readonly<Record<string, unknown>>;

let fake: FakePrimary;
let ask: Requester;

afterEach(() => fake.stop());

async function starts(options: FakePrimaryOptions = {}): Promise<void> {
  fake = await startFakePrimary(options);
  ask = requester(fake.url);
}

async function rows(target: string): Promise<readonly Row[]> {
  return (await ask.get(target)).json as readonly Row[];
}

describe('redirects', () => {
  const redirect = { fromphysicaladdress: 'a', tophysicaladdress: 'b' };

  it('are made, listed, counted, changed and removed', async () => {
    await starts();
    const made = await ask.send('POST', '/api/redirects', { FromPhysicalAddress: 'a', ToPhysicalAddress: 'b' });
    const { message_redirect_id: id } = made.json as { readonly message_redirect_id: string };
    const head = await ask.request('HEAD', '/api/redirect');
    const put = await ask.send('PUT', `/api/redirects/${id}`, { tophysicaladdress: 'c' });
    const listed = await rows('/api/redirects');
    const deleted = [
      await ask.request('DELETE', `/api/redirects/${id}`),
      await ask.request('DELETE', `/api/redirects/${id}`),
    ];

    expect([made.status, id, made.headers.location]).toEqual([201, deterministicGuid('a'), undefined]);
    expect([head.headers['total-count'], put.status]).toEqual(['1', 204]);
    expect(listed).toMatchObject([{ from_physical_address: 'a', to_physical_address: 'c' }]);
    expect(deleted.map(({ status }) => status)).toEqual([204, 204]);
    expect((await ask.get('/api/redirects')).headers.etag).toBeUndefined();
  });

  it.each([
    ['a blank address', { ...redirect, tophysicaladdress: ' ' }, 400, undefined, undefined],
    ['the same again', redirect, 201, undefined, { to_physical_address: 'b' }],
    ['another target', { ...redirect, tophysicaladdress: 'c' }, 409, 'Duplicate', { to_physical_address: 'b' }],
    [
      'a sender that is a target',
      { fromphysicaladdress: 'b', tophysicaladdress: 'd' },
      409,
      'Dependents',
      [{ from_physical_address: 'a' }],
    ],
    ['a chain', { fromphysicaladdress: 'z', tophysicaladdress: 'a' }, 201, undefined, { from_physical_address: 'z' }],
  ])('with %s', async (_, body, status, reason, expected) => {
    await starts();
    fake.hasRedirect({ from: 'a', to: 'b' });
    const response = await ask.send('POST', '/api/redirects', body);

    expect([response.status, response.headers['x-particular-reason']]).toEqual([status, reason]);
    if (expected !== undefined) expect(response.json).toMatchObject(expected);
  });

  it.each([
    ['an unknown id', deterministicGuid('nobody'), 'c', 404],
    ['a target that is a sender', deterministicGuid('a'), 'x', 409],
    ['a blank target', deterministicGuid('a'), '', 400],
    ['no GUID', 'a', 'c', 404],
  ])('PUT with %s', async (_, id, to, status) => {
    await starts();
    fake.hasRedirect({ from: 'a', to: 'b' });
    fake.hasRedirect({ from: 'x', to: 'y' });
    const response = await ask.send('PUT', `/api/redirects/${id}`, { tophysicaladdress: to });

    expect([response.status, response.headers['x-particular-reason']]).toEqual([status, undefined]);
  });

  it.each([
    ['', ['é', 'E', 'a']],
    ['?direction=asc', ['a', 'E', 'é']],
    ['?direction=asc&sort=to_physical_address', ['E', 'a', 'é']],
    ['?direction=asc&sort=TO_PHYSICAL_ADDRESS', ['a', 'E', 'é']],
    ['?direction=asc&sort=last_modified', ['a', 'E', 'é']],
  ])('are sorted as a language does: %s', async (query, expected) => {
    await starts();
    for (const [from, to] of [
      ['E', '1'],
      ['a', '2'],
      ['é', '3'],
    ] as const)
      fake.hasRedirect({ from, to });

    expect((await rows(`/api/redirects${query}`)).map((row) => row.from_physical_address)).toEqual(expected);
  });

  it('may retry what is pending of their queue', async () => {
    await starts();
    const ids = fake.hasFailedMessages(1, { status: 'retryIssued', queue: 'a' });
    await ask.send('POST', '/api/redirects', { ...redirect, retryexisting: true });
    fake.settle();

    expect(fake.state.history.historicOperations).toMatchObject([
      { requestId: deterministicGuid(...ids), processed: 1 },
    ]);
  });
});
