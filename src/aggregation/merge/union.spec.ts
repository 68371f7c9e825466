import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDocument } from '../../json-text/json-row.js';
import type { MemberList } from './member-row.js';
import { unionRows, type UnionRows } from './union.js';

function list(memberKey: string, ...rows: string[]): MemberList {
  return { memberKey, rows: rows.map((row) => readDocument(Buffer.from(row))) };
}

function union(lists: MemberList[], rules: UnionRows = {}): string[] {
  return unionRows(lists, rules).map(String);
}

const byId: UnionRows = { key: (row) => row.text('id') };

describe('unionRows', () => {
  it('lists the rows of one member after another, byte for byte', () => {
    expect(union([list('eu', '{ "id":"b" }', '{"id":"a"}'), list('us', '{"id":"b"}')])).toEqual([
      '{ "id":"b" }',
      '{"id":"a"}',
      '{"id":"b"}',
    ]);
  });

  it('keeps the first of rows with one key, the lead before others', () => {
    const lists = [
      list('eu', '{"id":"a","of":"eu"}'),
      list('us', '{"id":"b"}', '{"id":"a","of":"us"}', '{"id":"b","twice":1}'),
    ];
    expect(union(lists, byId)).toEqual(['{"id":"a","of":"eu"}', '{"id":"b"}']);
  });

  it('keeps every row without a key', () => {
    expect(union([list('eu', '{"x":1}', '{"x":1}')], byId)).toEqual(['{"x":1}', '{"x":1}']);
  });

  it('takes plain texts', () => {
    const rules: UnionRows = { key: (row) => row.text() };
    expect(union([list('eu', '"b"', '"a"'), list('us', '"a"', '"c"')], rules)).toEqual(['"b"', '"a"', '"c"']);
  });

  it('shows rows as the rule edits them, with the member they came from', () => {
    const rules: UnionRows = { edit: (row, memberKey) => Buffer.from(`"${memberKey}:${row.text() ?? ''}"`) };
    expect(union([list('eu', '"a"'), list('us', '"a"')], rules)).toEqual(['"eu:a"', '"us:a"']);
  });

  it('holds every key once, however one list is spread over members', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(fc.array(ids), (spread) => {
        const lists = spread.map((of, at) => list(`m${String(at)}`, ...of.map((id) => `{"id":"${id}"}`)));
        expect(union(lists, byId)).toEqual([...new Set(spread.flat())].map((id) => `{"id":"${id}"}`));
      }),
    );
  });
});
