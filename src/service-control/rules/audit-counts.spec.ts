import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeByKey } from '../../aggregation/merge/merge-by-key.js';
import { readDocument } from '../../json-text/json-row.js';
import { auditCounts } from './audit-counts.js';

function merged(...members: string[][]): string[] {
  const lists = members.map((rows, at) => ({
    memberKey: `m${String(at)}`,
    rows: rows.map((row) => readDocument(Buffer.from(row))),
  }));
  return mergeByKey(lists, auditCounts).rows.map(String);
}

const row = (day: number, count: number) =>
  `{"utc_date":"2024-05-${String(day).padStart(2, '0')}T00:00:00Z","count":${String(count)}}`;

describe('audit counts', () => {
  it('add up by day, the oldest first', () => {
    expect(merged([row(1, 5), row(3, 1)], [row(2, 2), row(3, 4)])).toEqual([row(1, 5), row(2, 2), row(3, 5)]);
  });

  it('take two spellings of one day for one day', () => {
    expect(merged(['{"utc_date":"2024-05-01T00:00:00","count":1}'], [row(1, 2)])).toEqual([
      '{"utc_date":"2024-05-01T00:00:00","count":3}',
    ]);
  });

  it('give back the whole, however audited messages are spread over members', () => {
    const audited = fc.record({ day: fc.integer({ min: 1, max: 9 }), member: fc.nat(3) });
    const counted = (of: readonly { day: number }[]) =>
      [...new Set(of.map(({ day }) => day))]
        .sort()
        .map((day) => row(day, of.filter((other) => other.day === day).length));
    fc.assert(
      fc.property(fc.array(audited), (all) => {
        expect(merged(...[0, 1, 2, 3].map((at) => counted(all.filter(({ member }) => member === at))))).toEqual(
          counted(all),
        );
      }),
    );
  });
});
