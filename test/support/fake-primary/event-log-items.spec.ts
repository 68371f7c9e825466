import { afterEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import { instantFrom } from './instant.js';
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

describe('event log items', () => {
  const raisedAt = instantFrom('2024-05-01T10:00:00Z');
  const events = ['first', 'second', 'third'].map((description) => ({
    description,
    severity: 'info' as const,
    category: 'C',
    eventType: 'T',
    relatedTo: [],
    raisedAt,
  }));

  it('of EF are numbered, newest number first among equal dates', async () => {
    await starts({ persister: 'postgresql' });
    fake.hasEvents(events);

    expect((await rows('/api/eventlogitems/')).map(({ id }) => id)).toEqual(['3', '2', '1']);
  });

  it('of RavenDB have ids with slashes, and answer 304', async () => {
    await starts();
    fake.hasEvents(events);
    const response = await ask.get('/api/eventlogitems');
    const again = await ask.get('/api/eventlogitems', { headers: { 'If-None-Match': response.headers.etag ?? '' } });

    expect((response.json as Row[])[0]?.id).toMatch(/^EventLogItem\/C\/T\/[0-9a-f-]{36}$/);
    expect([again.status, again.headers['total-count']]).toEqual([304, '3']);
  });
});
