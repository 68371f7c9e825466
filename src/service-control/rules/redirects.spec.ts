import { describe, expect, it } from '@jest/globals';
import { mergeByKey } from '../../aggregation/merge/merge-by-key.js';
import { readDocument } from '../../json-text/json-row.js';
import { redirects } from './redirects.js';

function merged(members: string[][], asked: { sort?: string; direction?: string } = {}): string[] {
  const lists = members.map((rows, at) => ({
    memberKey: `m${String(at)}`,
    rows: rows.map((row) => readDocument(Buffer.from(row))),
  }));
  return mergeByKey(lists, redirects, asked).rows.map(String);
}

const row = (from: string, to: string, changed = 1) =>
  `{"message_redirect_id":"${from}","from_physical_address":"${from}","to_physical_address":"${to}","last_modified":"2024-05-0${String(changed)}T10:00:00Z"}`;

describe('redirects', () => {
  it('are one row when members agree in every field, in whatever order and spacing', () => {
    const spaced =
      '{ "to_physical_address":"b","from_physical_address":"a", "last_modified":"2024-05-01T10:00:00Z","message_redirect_id":"a"}';
    expect(merged([[row('a', 'b')], [spaced]])).toEqual([row('a', 'b')]);
  });

  it.each([
    ['another target', row('a', 'c')],
    ['another date', row('a', 'b', 2)],
  ])('are each member own row with %s', (_, other) => {
    expect(merged([[row('a', 'b')], [other]])).toEqual([row('a', 'b'), other]);
  });

  const rows = [
    [row('alpha', '2'), row('Beta', '1')],
    [row('beta', '3'), row('Ångström', '4')],
  ];
  const ids = (asked: { sort?: string; direction?: string }) =>
    merged(rows, asked)
      .map((text) => readDocument(Buffer.from(text)).text('message_redirect_id'))
      .join(' ');

  it.each([
    [{ direction: 'asc' }, 'alpha Ångström beta Beta'],
    [{}, 'Beta beta Ångström alpha'],
    [{ direction: 'ASC' }, 'Beta beta Ångström alpha'],
    [{ sort: 'to_physical_address', direction: 'asc' }, 'Beta alpha beta Ångström'],
    [{ sort: 'To_Physical_Address', direction: 'asc' }, 'alpha Ångström beta Beta'],
    [{ sort: 'last_modified', direction: 'asc' }, 'alpha Ångström beta Beta'],
  ])('are ordered for %j', (asked, expected) => {
    expect(ids(asked)).toBe(expected);
  });
});
