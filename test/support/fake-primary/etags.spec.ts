import { afterEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester, type Response } from '../requester.js';
import { deterministicGuid } from './deterministic-guid.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import type { FakePrimaryOptions } from './options.js';

let fake: FakePrimary;
let ask: Requester;

afterEach(() => fake.stop());

async function starts(options: FakePrimaryOptions): Promise<void> {
  fake = await startFakePrimary(options);
  ask = requester(fake.url);
}

async function tagOf(target: string, method = 'GET'): Promise<string | undefined> {
  return (await ask.request(method, target)).headers.etag;
}

function knowing(target: string, tag: string, method = 'GET'): Promise<Response> {
  return ask.request(method, target, { headers: { 'If-None-Match': tag } });
}

const dated = { lastModified: '2024-05-01T10:00:00.0000001Z' };
const datedTicks = '638501544000000001';

describe('base', () => {
  it('hashes on GET what the store says and shows it raw on HEAD (EF)', async () => {
    await starts({ persister: 'postgresql' });
    fake.hasFailedMessages(2, dated);

    expect(await tagOf('/api/errors', 'HEAD')).toBe(`"2-${datedTicks}"`);
    expect(await tagOf('/api/errors')).toBe(`"${deterministicGuid(`2-${datedTicks}`)}"`);
  });

  it('has one value per RavenDB index, whatever the filter and page, and a signed number on HEAD', async () => {
    await starts({ persister: 'ravendb' });
    fake.hasFailedMessages(60);

    const tags = ['/api/errors', '/api/errors?page=2', '/api/errors?status=archived', '/api/endpoints/No/errors'];
    expect(new Set(await Promise.all(tags.map((target) => tagOf(target)))).size).toBe(1);
    expect(await tagOf('/api/errors', 'HEAD')).toMatch(/^"-?\d+"$/);
  });

  it('of EF differs by filter, not by page', async () => {
    await starts({ persister: 'sqlserver' });
    fake.hasFailedMessages(60);

    expect(await tagOf('/api/errors?page=2')).toBe(await tagOf('/api/errors'));
    expect(await tagOf('/api/errors?status=archived')).not.toBe(await tagOf('/api/errors'));
  });

  it.each(['ravendb', 'postgresql', 'sqlserver'] as const)('moves with each change (%s)', async (persister) => {
    await starts({ persister });
    const [id = ''] = fake.hasFailedMessages(3);
    const before = await tagOf('/api/errors');
    await ask.send('PATCH', '/api/errors/archive', [id]);
    fake.tick();

    expect(await tagOf('/api/errors')).not.toBe(before);
  });

  it('stays when RavenDB swaps ties', async () => {
    await starts({ persister: 'ravendb' });
    fake.hasFailedMessages(20, { timeSent: '2024-05-01T10:00:00Z' });
    const before = await ask.get('/api/errors');
    fake.swapTies();
    const after = await ask.get('/api/errors');

    expect(after.headers.etag).toBe(before.headers.etag);
    expect(after.text).not.toBe(before.text);
    expect(after.bytes.length).toBe(before.bytes.length);
  });

  it('answers 304 to exactly its tag, with the headers of the list and no body', async () => {
    await starts({});
    fake.hasFailedMessages(60);
    const list = await ask.get('/api/errors');
    const tag = list.headers.etag ?? '';
    const same = await knowing('/api/errors', `"other", ${tag}`);

    expect([same.status, same.text]).toEqual([304, '']);
    for (const name of ['etag', 'total-count', 'link', 'x-particular-version', 'cache-control'])
      expect(same.headers[name]).toEqual(list.headers[name]);
    expect([same.headers['content-length'], same.headers['content-type']]).toEqual([undefined, undefined]);
  });

  it.each([(tag: string) => `W/${tag}`, () => '*', (tag: string) => tag.replaceAll('"', '')])(
    'answers 200 to its tag in another strength or spelling, and to any (%#)',
    async (spell) => {
      await starts({});
      const tag = (await tagOf('/api/errors')) ?? '';

      expect((await knowing('/api/errors', spell(tag))).status).toBe(200);
    },
  );

  it('answers HEAD conditionally too', async () => {
    await starts({});
    const tag = (await tagOf('/api/errors', 'HEAD')) ?? '';

    expect((await knowing('/api/errors', tag, 'HEAD')).status).toBe(304);
  });

  it.each(['/api/errors/summary', '/api', '/api/configuration', '/api/recoverability/groups', '/api/errors/groups'])(
    'gives no tag to %s while empty',
    async (target) => {
      await starts({});

      expect(await tagOf(target)).toBeUndefined();
    },
  );

  it.each(['ravendb', 'postgresql'] as const)('turns the 404 of a single group into a 304 (%s)', async (persister) => {
    await starts({ persister });
    const missing = await ask.get('/api/recoverability/groups/id/nobody');
    const again = await knowing('/api/recoverability/groups/id/nobody', missing.headers.etag ?? '');

    expect([missing.status, again.status]).toEqual([404, 304]);
  });
});

describe('next', () => {
  it('is weak, compares weakly and takes any for a match', async () => {
    await starts({ generation: 'next' });
    fake.hasFailedMessages(1);
    const tag = (await tagOf('/api/errors')) ?? '';
    const bare = tag.replace(/^W\/|"/g, '').replaceAll('"', '');
    const statuses = [tag, `"${bare}"`, bare, '*', '"other"'].map(
      async (known) => (await knowing('/api/errors', known)).status,
    );

    expect(tag).toMatch(/^W\/"-?\d+"$/);
    expect(await Promise.all(statuses)).toEqual([304, 304, 304, 304, 200]);
  });

  it('of EF differs by page, and an empty list has one', async () => {
    await starts({ generation: 'next', persister: 'postgresql' });
    const empty = await tagOf('/api/errors');
    fake.hasFailedMessages(60);

    expect(empty).toMatch(/^W\//);
    expect(await tagOf('/api/errors?page=2')).not.toBe(await tagOf('/api/errors'));
  });

  it('leaves a 404 a 404', async () => {
    await starts({ generation: 'next' });
    const missing = await ask.get('/api/recoverability/groups/id/nobody');

    expect([missing.status, missing.headers.etag]).toEqual([404, undefined]);
    expect((await knowing('/api/recoverability/groups/id/nobody', '*')).status).toBe(404);
  });
});

it('before 6.19 has bare tags and no conditional answers', async () => {
  await starts({ version: '6.18.3' });
  const tag = (await tagOf('/api/errors')) ?? '';

  expect(tag).toMatch(/^[0-9a-f-]{36}$/);
  expect((await knowing('/api/errors', tag)).status).toBe(200);
});

it('can be absent altogether', async () => {
  await starts({ etags: 'absent' });

  expect(await tagOf('/api/errors')).toBeUndefined();
});
