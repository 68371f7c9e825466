import { describe, expect, it } from '@jest/globals';
import { unionRows, type UnionRows } from '../../aggregation/merge/union.js';
import { readDocument } from '../../json-text/json-row.js';
import { endpoints, knownEndpoints } from './endpoints.js';

function union(rules: UnionRows, ...members: string[][]): string[] {
  const lists = members.map((rows, at) => ({
    memberKey: `m${String(at)}`,
    rows: rows.map((row) => readDocument(Buffer.from(row))),
  }));
  return unionRows(lists, rules).map(String);
}

const [eu, us] = ['{"id":"5A0DFAE0","of":"eu"}', '{"id":"5a0dfae0","of":"us"}'];

describe('endpoint instances', () => {
  it('are listed by every member that monitors them', () => {
    expect(union(endpoints, [eu], [us])).toEqual([eu, us]);
  });

  it('are known once, from the first member that lists them', () => {
    expect(union(knownEndpoints, [eu], [us, '{"id":"other"}'])).toEqual([eu, '{"id":"other"}']);
    expect(knownEndpoints.countsRows).toBe(true);
  });

  it('are found again by id in lower case', () => {
    expect(endpoints.owner?.id(readDocument(Buffer.from(eu)))).toBe('5a0dfae0');
  });
});
