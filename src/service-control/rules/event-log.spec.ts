import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../../json-text/json-row.js';
import { eventLog } from './event-log.js';

const read = (row: string) => readDocument(Buffer.from(row));
const shown = (row: string) => eventLog.edit?.(read(row), 'us').toString();

describe('event log items', () => {
  it('name their member before their id and keep every other byte', () => {
    expect(shown('{ "id":"1" , "related_to":["/message/1"],"raised_at":"2024-05-01T10:00:00.10Z"}')).toBe(
      '{ "id":"us~1" , "related_to":["/message/1"],"raised_at":"2024-05-01T10:00:00.10Z"}',
    );
  });

  it('keep an id with slashes readable', () => {
    expect(shown('{"id":"EventLogItem/MessageFailures/MessageFailed/1"}')).toBe(
      '{"id":"us~EventLogItem/MessageFailures/MessageFailed/1"}',
    );
  });

  it('stay as they are without an id', () => {
    expect(shown('{ "description":"x" }')).toBe('{ "description":"x" }');
  });

  it('are ordered by time, the newest first', () => {
    const rows = ['00.1Z', '00.1000001Z', '00Z'].map((second) => read(`{"raised_at":"2024-05-01T10:00:${second}"}`));
    expect([...rows].sort(eventLog.order(undefined, 'asc'))).toEqual([rows[1], rows[0], rows[2]]);
  });

  it('have no owner: no route takes their id', () => {
    expect(eventLog.owner).toBeUndefined();
  });
});
