import { describe, expect, it } from '@jest/globals';
import { mergeByKey } from '../../aggregation/merge/merge-by-key.js';
import { readDocument } from '../../json-text/json-row.js';
import { archivedGroups, combineGroupView } from './archived-groups.js';

const read = (json: string) => readDocument(Buffer.from(json));

describe('one group of several members', () => {
  it('adds counts, spans the dates and keeps everything else of the first', () => {
    const eu =
      '{"id":"g","title":"T","type":"C","count":3,"first":"2024-05-01T10:00:02Z","last":"2024-05-01T10:00:04Z","new":1.0}';
    const us =
      '{"id":"g","title":"T","type":"C","count":4,"first":"2024-05-01T10:00:01.5Z","last":"2024-05-01T10:00:03Z"}';
    const rows = [eu, us].map((json, at) => ({ memberKey: `m${String(at)}`, row: read(json) }));
    expect(combineGroupView(rows).bytes.toString()).toBe(
      '{"id":"g","title":"T","type":"C","count":7,"first":"2024-05-01T10:00:01.5Z","last":"2024-05-01T10:00:04Z","new":1.0}',
    );
  });

  it('has no comment unless a member sends one', () => {
    const rows = (...comments: string[]) =>
      comments.map((comment, at) => ({ memberKey: `m${String(at)}`, row: read(`{"id":"g"${comment}}`) }));
    expect(combineGroupView(rows('', '')).bytes.toString()).toBe('{"id":"g"}');
    expect(combineGroupView(rows('', ',"comment":"c"'))).toEqual({
      bytes: Buffer.from('{"id":"g","comment":"c"}'),
      disputed: [],
    });
    expect(combineGroupView(rows(',"comment":"b"', ',"comment":"c"'))).toEqual({
      bytes: Buffer.from('{"id":"g","comment":"b"}'),
      disputed: ['comment'],
    });
  });
});

describe('the list of archived groups', () => {
  it('has at most 200 groups, the newest', () => {
    const rows = (of: string) =>
      Array.from({ length: 150 }, (_, n) =>
        read(`{"id":"${of}${String(n)}","last":"2024-05-01T10:00:${String(n % 60).padStart(2, '0')}Z"}`),
      );
    const merged = mergeByKey(
      [
        { memberKey: 'eu', rows: rows('eu') },
        { memberKey: 'us', rows: rows('us') },
      ],
      archivedGroups,
    );
    const lasts = merged.rows.map((row) => read(row.toString()).text('last') ?? '');
    expect(lasts).toHaveLength(200);
    expect(lasts).toEqual([...lasts].sort().reverse());
    expect(merged.total).toBe(300);
  });
});
