import { afterEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester, type Response } from '../requester.js';
import type { AuditOutcome } from './audits.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import type { FakePrimaryOptions } from './options.js';

interface Row {
  readonly id: string;
  readonly message_id: string;
  readonly instance_id: string;
  readonly body_url?: string;
  readonly status: string;
}

const auditUri = 'http://localhost:44444/api/';
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

async function messageIds(target: string): Promise<readonly string[]> {
  const ids = (await rows(target)).map(({ message_id }) => message_id);
  return ids.sort();
}

function known(response: Response): readonly unknown[] {
  return [response.headers['total-count'], response.headers.link !== undefined, response.headers.etag !== undefined];
}

describe('a row', () => {
  it('of a failed message has literal times, headers as pairs, and a body URL with the own instance', async () => {
    await starts();
    const [id = ''] = fake.hasFailedMessages([
      { messageId: 'm1', attempts: 2, timeOfFailure: '2024-05-01T10:00:00.1Z', messageIntent: null, body: 'abc' },
    ]);

    const [row] = await rows('/api/messages');

    expect(row).toMatchObject({
      id,
      message_id: 'm1',
      processed_at: '2024-05-01T10:00:00.1Z',
      critical_time: '00:00:00',
      status: 'repeatedFailure',
      message_intent: 0,
      headers: expect.arrayContaining([{ key: 'NServiceBus.MessageId', value: 'm1' }]),
      body_url: `/messages/${id}/body?instance_id=${fake.instanceId}`,
      body_size: 3,
      instance_id: fake.instanceId,
    });
    expect((await ask.get(`/api${row?.body_url ?? ''}`)).text).toBe('abc');
  });

  it('of an audit leads to its own body, and gives way to the failed copy', async () => {
    await starts({
      audits: [{ apiUri: auditUri, messages: [{ messageId: 'a', body: 'audited' }, { messageId: 'f' }] }],
    });
    fake.hasFailedMessages([{ messageId: 'f', endpoint: 'Sales' }]);

    const response = await ask.get('/api/messages');
    const listed = response.json as readonly Row[];
    const audited = listed.find(({ message_id }) => message_id === 'a');

    expect(listed.map(({ message_id, status }) => [message_id, status]).sort()).toEqual([
      ['a', 'successful'],
      ['f', 'failed'],
    ]);
    expect(response.headers['total-count']).toBe('3');
    expect(audited?.instance_id).toBe(fake.audits[0]?.instanceId);
    expect((await ask.get(`/api${audited?.body_url ?? ''}`)).text).toBe('audited');
  });
});

describe('system messages', () => {
  it.each([
    ['/api/messages', 1],
    ['/api/messages?include_system_messages=True', 2],
    ['/api/endpoints/Sales/messages', 1],
    ['/api/messages2?page_size=9', 1],
    ['/api/messages2?page_size=9&q=m', 2],
    ['/api/messages/search?q=m', 2],
    ['/api/conversations/c', 2],
  ])('on %s', async (target, count) => {
    await starts();
    const common = { endpoint: 'Sales', conversationId: 'c' };
    fake.hasFailedMessages([
      { ...common, messageId: 'm1' },
      { ...common, messageId: 'm2', isSystemMessage: true },
    ]);

    expect(await rows(target)).toHaveLength(count);
  });

  it('flags that are no booleans are 400', async () => {
    await starts();

    expect((await ask.get('/api/messages?include_system_messages=1')).status).toBe(400);
  });
});

describe('messages2', () => {
  it.each([
    ['', 200, 0],
    ['?page_size=2', 200, 2],
    ['?page_size=2&page=2', 200, 2],
    ['?page_size=', 400, undefined],
    ['?page_size=x', 400, undefined],
    ['?page_size=-1', 500, undefined],
    ['?page_size=9&from=2024-05-01T10:00:00Z&to=2024-05-01T10:00:00Z', 200, 1],
    ['?page_size=9&from=yesterday', 500, undefined],
    ['?page_size=9&endpoint_name=Billing', 200, 0],
  ])('%s answers %i', async (query, status, count) => {
    await starts();
    fake.hasFailedMessages([{ timeSent: '2024-05-01T10:00:00Z' }, { timeSent: null }, {}], { endpoint: 'Sales' });

    const response = await ask.get(`/api/messages2${query}`);

    expect([response.status, status === 200 ? (response.json as Row[]).length : undefined]).toEqual([status, count]);
    if (status === 200 && count !== 0) expect(known(response)).toEqual([expect.any(String), false, false]);
  });
});

it('finds in a search of one endpoint only what audits hold, for it mixes up its own arguments', async () => {
  await starts({ audits: [{ apiUri: auditUri, messages: [{ messageId: 'a', body: 'needle', endpoint: 'Sales' }] }] });
  fake.hasFailedMessages([{ messageId: 'f', body: 'needle', endpoint: 'Sales' }]);
  fake.hasFailedMessages([{ messageId: 'swapped', endpoint: 'needle', headers: { x: 'Sales' } }]);

  expect(await messageIds('/api/endpoints/Sales/messages/search?q=needle')).toEqual(['a', 'swapped']);
  expect(await messageIds('/api/endpoints/Sales/messages/search/needle')).toEqual(['a', 'swapped']);
  expect(await messageIds('/api/messages/search/needle')).toEqual(['a', 'f', 'swapped']);
});

it('pages a conversation by fifty unless asked otherwise', async () => {
  await starts();
  fake.hasFailedMessages(60, { conversationId: 'c' });

  const response = await ask.get('/api/conversations/c');

  expect((response.json as Row[]).length).toBe(50);
  expect(response.headers['total-count']).toBe('60');
  expect(await rows('/api/conversations/c?per_page=100')).toHaveLength(60);
  expect(await rows('/api/conversations/nobody')).toEqual([]);
});

it.each(['modified', 'time_of_failure'])('crashes after merging when sorted by %s', async (sort) => {
  await starts();
  fake.hasFailedMessages(1);

  expect((await ask.get(`/api/messages?sort=${sort}`)).status).toBe(500);
  expect((await ask.get(`/api/messages2?page_size=5&sort=${sort}`)).status).toBe(500);
});

it('asks every instance for the same page, so that a later page misses rows', async () => {
  const messages = ['1', '2', '3'].map((messageId) => ({ messageId, timeSent: '2024-05-01T09:00:00Z' }));
  await starts({ audits: [{ apiUri: auditUri, messages }] });
  fake.hasFailedMessages(1, { timeSent: '2024-05-02T09:00:00Z' });

  const pages = [await rows('/api/messages?per_page=2'), await rows('/api/messages?per_page=2&page=2')];

  expect(pages.map((page) => page.length)).toEqual([2, 1]);
});

describe('an audit', () => {
  async function answerWhen(outcome: AuditOutcome, options: FakePrimaryOptions = {}): Promise<Response> {
    await starts({ audits: [{ apiUri: auditUri, outcome, messages: [{ messageId: 'a' }] }], ...options });
    fake.hasFailedMessages(1);
    return ask.get('/api/messages');
  }

  it.each<AuditOutcome>(['not-found', 'unauthorized', 'forbidden', 'refuses', 'times-out', 'fails'])(
    'that %s is silently empty in base',
    async (outcome) => {
      const response = await answerWhen(outcome);

      expect([response.status, (response.json as Row[]).length]).toEqual([200, 1]);
      expect(response.headers['x-particular-incomplete-results']).toBeUndefined();
      expect(response.headers.etag).toBeDefined();
    },
  );

  it.each<[AuditOutcome, string | undefined]>([
    ['not-found', undefined],
    ['unauthorized', 'error'],
    ['forbidden', 'error'],
    ['refuses', 'unavailable'],
    ['times-out', 'timeout'],
    ['fails', 'error'],
  ])('that %s is named in next as %p', async (outcome, reason) => {
    const response = await answerWhen(outcome, { generation: 'next' });
    const id = fake.audits[0]?.instanceId ?? '';

    expect([response.status, (response.json as Row[]).length]).toEqual([200, 1]);
    expect(response.headers['x-particular-incomplete-results']).toBe(reason && `${id}:${reason}`);
    expect(response.headers.etag).toBeUndefined();
  });

  it('that refused is left out until the self-check reaches it', async () => {
    await answerWhen('refuses');
    const [audit] = fake.audits;
    if (audit === undefined) throw new Error('no audit');
    audit.outcome = 'answers';
    const before = await rows('/api/messages');
    fake.selfChecks();

    expect([before.length, (await rows('/api/messages')).length]).toEqual([1, 2]);
  });

  it('makes a tag of all instances, which moves with any of them', async () => {
    const first = (await answerWhen('answers')).headers.etag;
    fake.audits[0]?.store.add({ messageId: 'b' });

    expect((await ask.get('/api/messages')).headers.etag).not.toBe(first);
  });
});
