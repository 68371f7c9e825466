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

describe('custom checks', () => {
  const same = '2024-05-01T10:00:00Z';
  const checks = [
    { customCheckId: 'late', reportedAt: '2024-05-01T10:00:00.1Z', failureReason: 'broken' },
    { customCheckId: 'early', reportedAt: same },
    { customCheckId: 'early too', reportedAt: same },
  ];

  it('of RavenDB have a prefixed id, the endpoint, a real total and a tag', async () => {
    await starts();
    const [id = ''] = fake.hasCustomChecks(checks);
    const response = await ask.get('/api/customchecks?per_page=2');

    expect((response.json as Row[]).length).toBe(2);
    expect([response.headers['total-count'], response.headers.etag]).toEqual(['3', expect.any(String)]);
    expect((await rows('/api/customchecks?status=fail'))[0]).toMatchObject({
      id: `CustomChecks/${id}`,
      custom_check_id: 'late',
      status: 'fail',
      failure_reason: 'broken',
      originating_endpoint: { name: 'Sales' },
    });
    expect(await rows('/api/customchecks?status=FAIL')).toHaveLength(3);
  });

  it('of EF in base are ordered by report, count only their page, and have neither endpoint nor tag', async () => {
    await starts({ persister: 'postgresql' });
    fake.hasCustomChecks(checks);
    const response = await ask.get('/api/customchecks?per_page=2');
    const listed = await rows('/api/customchecks');

    expect([response.headers['total-count'], response.headers.etag]).toEqual(['2', undefined]);
    expect(listed.at(-1)).toMatchObject({ custom_check_id: 'late' });
    expect(Object.keys(listed[0] ?? {})).not.toContain('originating_endpoint');
    expect(await rows('/api/customchecks?status=FAIL')).toHaveLength(1);
  });

  it('of EF in next count all, show the endpoint and break ties by id', async () => {
    await starts({ persister: 'sqlserver', generation: 'next' });
    const ids = fake.hasCustomChecks(checks);
    const response = await ask.get('/api/customchecks?per_page=2');

    expect([response.headers['total-count'], response.headers.etag]).toEqual(['3', expect.stringMatching(/^W/)]);
    expect((response.json as Row[]).map(({ id }) => id)).toEqual(ids.slice(1).sort());
    expect((response.json as Row[])[0]).toHaveProperty('originating_endpoint');
    expect(response.headers.link).toContain('rel="next"');
  });

  it('have no links in base, however many', async () => {
    await starts();
    fake.hasCustomChecks(Array.from({ length: 60 }, (_, k) => ({ customCheckId: String(k) })));

    for (const page of ['', '?page=2'])
      expect((await ask.get(`/api/customchecks${page}`)).headers.link).toBeUndefined();
  });

  it('are muted by bare GUID, unknown ones too, and nothing else', async () => {
    await starts();
    const [id = ''] = fake.hasCustomChecks([{ customCheckId: 'a' }]);
    const statuses = [id, deterministicGuid('x'), `CustomChecks%2F${id}`, 'a'].map(
      async (given) => (await ask.request('DELETE', `/api/customchecks/${given}`)).status,
    );

    expect(await Promise.all(statuses)).toEqual([202, 202, 400, 400]);
    expect(await rows('/api/customchecks')).toHaveLength(1);
    fake.tick();
    expect(await rows('/api/customchecks')).toHaveLength(0);
    expect(fake.eventLog.filter(({ eventType }) => eventType === 'CustomCheckDeleted')).toHaveLength(2);
  });
});
