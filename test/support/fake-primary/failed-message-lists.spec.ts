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
