import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../../json-text/json-row.js';
import { messages } from './messages.js';

const read = (row: string) => readDocument(Buffer.from(row));

describe('the order of messages', () => {
  const at = (tick: number) => `2024-05-01T10:00:00.000000${String(tick)}Z`;
  const rows = [
    {
      name: 'a',
      message_id: 'm1',
      message_type: 'x',
      status: 'retryIssued',
      time_sent: at(3),
      processed_at: at(1),
      critical_time: '-00:00:01',
      delivery_time: '1.00:00:00',
      processing_time: '00:00:00.5000000',
    },
    {
      name: 'b',
      message_id: 'M2',
      message_type: 'Y',
      status: 'failed',
      time_sent: at(1),
      processed_at: at(3),
      critical_time: '00:00:00',
      delivery_time: '23:00:00',
      processing_time: '00:00:00.4999999',
    },
    {
      name: 'c',
      message_id: 'm3',
      message_type: 'Z',
      status: 'successful',
      time_sent: at(2),
      processed_at: at(2),
      critical_time: '00:00:01',
      delivery_time: '23:59:59',
      processing_time: '00:00:01',
    },
    { name: 'd', status: 'archivedFailure' },
    {
      name: 'e',
      message_id: 'm4',
      message_type: 'a',
      status: 'repeatedFailure',
      time_sent: at(4),
      processed_at: at(4),
      critical_time: '10:00:00',
      delivery_time: '2.00:00:00',
      processing_time: '00:00:02',
    },
    {
      name: 'f',
      message_id: 'm5',
      message_type: 'b',
      status: 'resolvedSuccessfully',
      time_sent: at(5),
      processed_at: at(5),
      critical_time: '1.00:00:00',
      delivery_time: '3.00:00:00',
      processing_time: '00:00:03',
    },
  ].map((row) => read(JSON.stringify(row)));

  it.each([
    ['id', 'dbacef'],
    ['message_id', 'dbacef'],
    ['message_type', 'dbcefa'],
    ['status', 'becfda'],
    ['processed_at', 'dacbef'],
    ['critical_time', 'dabcef'],
    ['delivery_time', 'dbcaef'],
    ['processing_time', 'dbacef'],
    ['time_sent', 'dbcaef'],
    ['modified', 'dbcaef'],
    ['time_of_failure', 'dbcaef'],
    ['constructor', 'dbcaef'],
    [undefined, 'dbcaef'],
  ])('%s', (sort, expected) => {
    const sorted = (direction?: string) =>
      [...rows]
        .sort(messages.order(sort, direction))
        .map((row) => row.text('name'))
        .join('');
    expect(sorted('asc')).toBe(expected);
    expect(sorted()).toBe(Array.from(expected).reverse().join(''));
  });
});

describe('a message as callers see it', () => {
  const shown = (row: string) => messages.edit?.(read(row), 'us').toString();

  it('names its member in both instance ids and keeps every other byte', () => {
    expect(
      shown('{"id":"7","body_url":"/messages/7/body?instance_id=aHR0cDov","body_size":1e2,"instance_id":"aHR0cDov"}'),
    ).toBe(
      '{"id":"7","body_url":"/messages/7/body?instance_id=us~aHR0cDov","body_size":1e2,"instance_id":"us~aHR0cDov"}',
    );
  });

  it('has nothing that its member did not send', () => {
    expect(shown('{ "id":"7" }')).toBe('{ "id":"7" }');
    expect(shown('{"id":"7","body_url":"/messages/7/body"}')).toBe(
      '{"id":"7","body_url":"/messages/7/body?instance_id=us~"}',
    );
  });
});

describe('the owner of a message', () => {
  it.each([
    ['failed', 'a'],
    ['repeatedFailure', 'a'],
    ['resolvedSuccessfully', 'a'],
    ['archivedFailure', 'a'],
    ['retryIssued', 'a'],
    ['successful', undefined],
  ])('of status %s is known by id %s', (status, expected) => {
    expect(messages.owner?.id(read(`{"id":"A","status":"${status}"}`))).toBe(expected);
  });
});
