import { describe, expect, it } from '@jest/globals';
import { mergeByKey } from '../../aggregation/merge/merge-by-key.js';
import { readDocument } from '../../json-text/json-row.js';
import { endpointSettings } from './endpoint-settings.js';

function merged(...members: string[][]): string[] {
  const lists = members.map((rows, at) => ({
    memberKey: `m${String(at)}`,
    rows: rows.map((row) => readDocument(Buffer.from(row))),
  }));
  return mergeByKey(lists, endpointSettings).rows.map(String);
}

const row = (name: string, tracks: boolean) => `{"name":"${name}","track_instances":${String(tracks)}}`;

describe('endpoint settings', () => {
  it('have one row per name, the lead deciding', () => {
    expect(
      merged([row('', true), row('Sales', false)], [row('Sales', true), row('Billing', true), row('', false)]),
    ).toEqual([row('', true), row('Sales', false), row('Billing', true)]);
  });

  it.each([
    ['no member has one', [[row('Sales', false)], []], true],
    ['only a later member has one', [[], [row('', false)]], false],
    ['several have one', [[row('', true)], [row('', false)]], true],
    ['nobody has any', [[], []], true],
  ])('have exactly one row with an empty name when %s', (_, members, tracks) => {
    expect(merged(...members).filter((text) => text.includes('"name":""'))).toEqual([row('', tracks)]);
  });

  it('differ by the letter case of the name, as on members', () => {
    expect(merged([row('', true), row('Sales', false)], [row('sales', true)])).toHaveLength(3);
  });
});
