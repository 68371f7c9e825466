import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requester, type Requester } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';

interface Row {
  readonly id: string;
  readonly message_id: string;
  readonly time_sent: string;
}

let fake: FakePrimary;
let ask: Requester;

beforeEach(async () => {
  fake = await startFakePrimary();
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

describe('GET errors', () => {
  it('shows a row with every field in the words of the contract', async () => {
    fake.hasFailedMessages([
      {
        messageId: 'a1b2',
        endpoint: 'Sales',
        messageType: 'Sales.OrderPlaced',
        timeSent: '2024-05-01T10:00:00Z',
        timeOfFailure: '2024-05-01T10:00:05.1234567Z',
        lastModified: '2024-05-01T10:00:06.1Z',
        exceptionType: 'System.Exception',
        stackTrace: null,
        extra: { later_field: 9_007_199_254_740_993n },
      },
    ]);

    const response = await ask.get('/api/errors');

    expect(response.text).toBe(
      '[{"id":"a87421c2-5c16-49af-3959-38b31de197d3","message_type":"Sales.OrderPlaced",' +
        '"time_sent":"2024-05-01T10:00:00Z","is_system_message":false,' +
        '"exception":{"exception_type":"System.Exception","message":"boom","source":"Sales"},"message_id":"a1b2",' +
        '"number_of_processing_attempts":1,"status":"unresolved",' +
        '"sending_endpoint":{"name":"Web","host_id":"97cdbaad-4fbc-d471-553d-8adff811d219","host":"SRV1"},' +
        '"receiving_endpoint":{"name":"Sales","host_id":"15b83cc4-c275-9f63-e96b-606762514507","host":"SRV2"},' +
        '"queue_address":"Sales@SRV2","time_of_failure":"2024-05-01T10:00:05.1234567Z",' +
        '"last_modified":"2024-05-01T10:00:06.1Z","edited":false,"edit_of":"","later_field":9007199254740993}]',
    );
  });

  it('pages newest first with the total of the whole list', async () => {
    fake.hasFailedMessages(7);

    const first = await ask.get('/api/errors?per_page=4');
    const second = await ask.get('/api/errors?per_page=4&page=2');

    const rows = [...(first.json as Row[]), ...(second.json as Row[])];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(7);
    expect([first.headers['total-count'], second.headers['total-count']]).toEqual(['7', '7']);
    expect((first.json as Row[]).length).toBe(4);
  });
});

it('archives when the clock ticks, not before', async () => {
  const [id = ''] = fake.hasFailedMessages(1);

  const response = await ask.send('PATCH', '/api/errors/archive', [id]);

  expect([response.status, response.bytes.length]).toEqual([202, 0]);
  expect(fake.message(id)?.status).toBe('unresolved');
  fake.tick();
  expect(fake.message(id)?.status).toBe('archived');
  expect(fake.faultLog).toEqual([]);
});

it('answers 202 to the archive of an unknown id and faults in the handler', async () => {
  const response = await ask.send('PATCH', '/api/errors/archive', ['nobody']);
  fake.tick();

  expect(response.status).toBe(202);
  expect(fake.faultLog).toMatchObject([{ command: 'ArchiveMessage', subject: 'nobody' }]);
});

describe('filters', () => {
  it.each([
    ['', 4],
    ['status=unresolved', 1],
    ['status=Unresolved,%20ARCHIVED', 2],
    ['status=1,2', 2],
    ['status=-unresolved', 3],
    ['status=-unresolved,-archived', 2],
    ['status=unresolved,-unresolved', 0],
    ['status=nonsense', 4],
    ['status=nonsense,resolved', 1],
  ])('%s', async (query, count) => {
    fake.hasFailedMessages([{}, { status: 'resolved' }, { status: 'retryIssued' }, { status: 'archived' }]);

    const list = await ask.get(`/api/errors?${query}`);
    const head = await ask.request('HEAD', `/api/errors?${query}`);

    expect([(list.json as Row[]).length, list.headers['total-count'], head.headers['total-count']]).toEqual([
      count,
      String(count),
      String(count),
    ]);
  });

  it.each([
    ['2024-05-01T10:00:00Z...2024-05-01T10:00:00.0000001Z', 200, 2],
    ['2024-05-01T10:00:00.0000001Z...2024-05-02T00:00:00Z', 200, 1],
    ['2024-05-01T10:00:00Z', 500, undefined],
    ['yesterday...today', 500, undefined],
  ])('modified=%s answers %i', async (range, status, count) => {
    fake.hasFailedMessages([
      { lastModified: '2024-05-01T10:00:00Z' },
      { lastModified: '2024-05-01T10:00:00.0000001Z' },
    ]);

    const response = await ask.get(`/api/errors?modified=${range}`);

    expect([response.status, response.text === '' ? undefined : (response.json as Row[]).length]).toEqual([
      status,
      count,
    ]);
  });

  it('of an endpoint compare names exactly on EF and without case on RavenDB', async () => {
    const ef = await startFakePrimary({ persister: 'sqlserver' });
    const totals = [];
    for (const member of [fake, ef]) {
      member.hasFailedMessages(1, { endpoint: 'Sales' });
      totals.push((await requester(member.url).get('/api/endpoints/sales/errors')).headers['total-count']);
    }
    await ef.stop();

    expect(totals).toEqual(['1', '0']);
  });
});

describe('one failed message', () => {
  const attempts = { attempts: 12, timeOfFailure: '2024-05-01T12:00:00Z', timeSent: '2024-05-01T10:00:00.1234567Z' };

  it('of RavenDB has ten real attempts, a prefixed id, and a bare time sent in its last one', async () => {
    const [id = ''] = fake.hasFailedMessages(1, attempts);
    const whole = (await ask.get(`/api/errors/${id}`)).json as {
      readonly id: string;
      readonly processing_attempts: readonly { readonly headers: object }[];
    };

    expect(whole.id).toBe(`FailedMessages/${id}`);
    expect(whole.processing_attempts).toHaveLength(10);
    fake.endpointProcesses(id, 'failure');
    expect((await ask.get(`/api/errors/last/${id}`)).json).toMatchObject({ number_of_processing_attempts: 10 });
    expect(Object.keys(whole.processing_attempts[0]?.headers ?? {})).not.toHaveLength(0);
    expect((await ask.get(`/api/errors/last/${id}`)).json).toMatchObject({ id, time_sent: '2024-05-01T10:00:00' });
  });

  it('of EF has empty attempts before the last and takes any spelling of a GUID', async () => {
    const ef = await startFakePrimary({ persister: 'postgresql' });
    const [id = ''] = ef.hasFailedMessages(1, { ...attempts, attempts: 3 });
    const whole = (await requester(ef.url).get(`/api/errors/${id.toUpperCase()}`)).json;
    const [many = ''] = ef.hasFailedMessages(1, attempts);
    const row = (await requester(ef.url).get(`/api/errors/last/${many}`)).json;
    const text = await requester(ef.url).get('/api/errors/not-a-guid');
    await ef.stop();

    expect(whole).toMatchObject({
      id,
      processing_attempts: [
        { message_metadata: {}, headers: {}, attempted_at: '0001-01-01T00:00:00' },
        { message_metadata: {} },
        { message_metadata: { TimeSent: '2024-05-01T10:00:00.1234567Z' }, attempted_at: '2024-05-01T12:00:00Z' },
      ],
    });
    expect(row).toMatchObject({ number_of_processing_attempts: 12, time_sent: '2024-05-01T10:00:00.1234567Z' });
    expect(text.status).toBe(404);
  });
});

describe('counts', () => {
  it('of the summary are over unresolved messages, under literal keys', async () => {
    fake.hasFailedMessages([
      { endpoint: 'Sales', messageType: 'A' },
      { endpoint: 'Sales', messageType: 'B' },
      { endpoint: 'Billing', messageType: 'A', status: 'archived' },
    ]);

    expect((await ask.get('/api/errors/summary')).json).toEqual({
      Endpoints: { Sales: 2 },
      Hosts: { SRV2: 2 },
      'Message types': { A: 1, B: 1 },
    });
  });

  it('of queue addresses are over every status, by address on EF', async () => {
    const ef = await startFakePrimary({ persister: 'postgresql' });
    ef.hasFailedMessages([{ queue: 'b' }, { queue: 'a', status: 'archived' }, { queue: 'b' }, { queue: null }]);
    const response = await requester(ef.url).get('/api/errors/queues/addresses?per_page=10');
    await ef.stop();

    expect([response.headers['total-count'], response.json]).toEqual([
      '3',
      [
        { physical_address: 'a', failed_message_count: 1 },
        { physical_address: 'b', failed_message_count: 2 },
        { failed_message_count: 1 },
      ],
    ]);
  });
});

it('is fast enough for many pages of many messages', async () => {
  fake.hasFailedMessages(1000);
  const started = performance.now();
  for (let page = 1; page <= 20; page += 1) await ask.get(`/api/errors?page=${String(page)}`);
  const whole = await ask.get('/api/errors?per_page=1000');

  expect((whole.json as Row[]).length).toBe(1000);
  expect(performance.now() - started).toBeLessThan(2000);
});
