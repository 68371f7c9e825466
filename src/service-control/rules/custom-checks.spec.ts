import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../../json-text/json-row.js';
import { customChecks } from './custom-checks.js';

const read = (row: object) => readDocument(Buffer.from(JSON.stringify(row)));

describe('custom checks', () => {
  it('are ordered by the time they reported, the oldest first, whatever is asked', () => {
    const rows = ['2024-05-01T10:00:00.2Z', '2024-05-01T10:00:00.10001Z', '2024-05-01T09:00:00Z'].map((reported_at) =>
      read({ reported_at }),
    );
    const sorted = [...rows].sort(customChecks.order('status', 'desc'));
    expect(sorted).toEqual([rows[2], rows[1], rows[0]]);
  });

  it.each([
    ['CustomChecks/FE3B9283-342e-7ea0-20b7-a9adcc5a3f8b', 'fe3b9283-342e-7ea0-20b7-a9adcc5a3f8b'],
    ['fe3b9283-342e-7ea0-20b7-a9adcc5a3f8b', 'fe3b9283-342e-7ea0-20b7-a9adcc5a3f8b'],
  ])('are found again by the bare id of %s', (id, bare) => {
    expect(customChecks.owner?.id(read({ id }))).toBe(bare);
    expect(customChecks.owner?.id(read({}))).toBeUndefined();
  });

  it('say which member they are from where a member leaves out who reported', () => {
    const row = read({ id: '1', failure_reason: 'full' });
    expect(customChecks.edit?.(row, 'us').toString()).toBe(
      '{"id":"1","failure_reason":"full","originating_endpoint":{"name":"","host_id":"00000000-0000-0000-0000-000000000000","host":"us"}}',
    );
  });

  it('stay as they are where it is said', () => {
    const row = read({ id: '1', originating_endpoint: { name: 'Sales', host: 'SRV1' } });
    expect(customChecks.edit?.(row, 'us')).toEqual(row.bytes);
  });
});
