import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../../json-text/json-row.js';
import { failedMessages } from './failed-messages.js';

const rows = [
  {
    name: 'a',
    id: '3',
    message_id: 'm1',
    message_type: 'Y',
    status: 'archived',
    time_sent: 3,
    last_modified: 1,
    time_of_failure: 2,
  },
  {
    name: 'b',
    id: '2',
    message_id: 'M2',
    message_type: 'x',
    status: 'unresolved',
    time_sent: 1,
    last_modified: 3,
    time_of_failure: 1,
  },
  {
    name: 'c',
    id: '1',
    message_id: 'm3',
    message_type: 'Z',
    status: 'retryIssued',
    time_sent: 2,
    last_modified: 2,
    time_of_failure: 3,
  },
  { name: 'd', id: '4', status: 'resolved' },
].map((row) => readDocument(Buffer.from(JSON.stringify(row, dated))));

/** A number as so many ticks after one moment. */
function dated(_: string, value: unknown): unknown {
  return typeof value === 'number' ? `2024-05-01T10:00:00.000000${String(value)}Z` : value;
}

function sorted(sort?: string, direction?: string): string {
  return [...rows]
    .sort(failedMessages.order(sort, direction))
    .map((row) => row.text('name'))
    .join('');
}

describe('the order of failed messages', () => {
  it.each([
    ['id', 'by message id, not by the id of the row', 'dabc'],
    ['message_id', 'by message id, whatever its letter case', 'dabc'],
    ['message_type', 'by type, whatever its letter case', 'dbac'],
    ['status', 'by the numbers of the statuses', 'bdca'],
    ['modified', 'by the time of the last change', 'dacb'],
    ['time_of_failure', 'by the time of failure', 'dbac'],
    ['time_sent', 'by the time sent, missing first', 'dbca'],
    ['processed_at', 'by the time sent', 'dbca'],
    ['critical_time', 'by the time sent', 'dbca'],
    ['time_of_retry_request', 'by the time sent', 'dbca'],
    ['last_modified', 'by the time sent', 'dbca'],
    ['Message_Type', 'by the time sent: the letter case counts', 'dbca'],
    ['__proto__', 'by the time sent', 'dbca'],
    ['', 'by the time sent', 'dbca'],
  ])('%s: %s', (sort, _, expected) => {
    expect(sorted(sort, 'asc')).toBe(expected);
    expect(sorted(sort, 'desc')).toBe(Array.from(expected).reverse().join(''));
  });

  it.each([undefined, '', 'ASC', 'ascending', 'desc'])('is descending for the direction %j', (direction) => {
    expect(sorted('time_sent', direction)).toBe('acbd');
  });

  it('is by time sent, the newest first, when nothing is asked', () => {
    expect(sorted()).toBe('acbd');
  });
});

describe('the owner of a failed message', () => {
  it.each([
    ['{"id":"A87421C2-5C16-49af-3959-38b31de197d3"}', 'a87421c2-5c16-49af-3959-38b31de197d3'],
    ['{"id":"FailedMessages/a87421c2"}', 'a87421c2'],
    ['{"message_id":"a"}', undefined],
  ])('%s is %s', (row, expected) => {
    expect(failedMessages.owner?.id(readDocument(Buffer.from(row)))).toBe(expected);
    expect(failedMessages.owner?.kind).toBe('failed-message');
  });
});
