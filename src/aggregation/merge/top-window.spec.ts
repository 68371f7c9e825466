import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RowReader } from '../../json-text/row-reader.js';
import { byField } from './compare.js';
import { mergeDistinct, messageIdentity } from './top-window.js';

interface Message {
  readonly from: number;
  readonly message_id: string;
  readonly key: number;
  readonly receiving_endpoint?: { readonly name: string };
}

const descending = byField({ field: 'key', kind: 'number', direction: 'desc' });

function merge(lists: readonly (readonly Message[])[]): readonly Message[] {
  const readers = lists.map((list) => new RowReader(Buffer.from(JSON.stringify(list))));
  return mergeDistinct(readers, descending, messageIdentity).map(
    ({ row }) => JSON.parse(row.bytes.toString()) as Message,
  );
}

const message = (from: number, id: string, key: number, endpoint = 'Sales'): Message => ({
  from,
  message_id: id,
  key,
  receiving_endpoint: { name: endpoint },
});

describe('mergeDistinct', () => {
  it('shows a message of several members once, as the first of them has it', () => {
    expect(merge([[message(0, 'm', 1)], [message(1, 'm', 9)]])).toEqual([message(0, 'm', 1)]);
  });

  it('shows a message that one member lists twice once, where it stands first', () => {
    const [first, second] = [message(0, 'm', 9), message(0, 'm', 3)];
    expect(merge([[first, message(0, 'n', 5), second]])).toEqual([first, message(0, 'n', 5)]);
  });

  it('shows one row of all that name neither message nor endpoint, as members do', () => {
    const nameless = { from: 0, key: 1 } as unknown as Message;
    expect(merge([[nameless, { ...nameless, key: 0 }], [{ ...nameless, from: 1 }]])).toEqual([nameless]);
  });

  it('names the list that is broken, wherever in it', () => {
    const lists = ['[{"key":9}]', '[{"key":8},{"key":7},{"key":}]'].map((text) => new RowReader(Buffer.from(text)));
    expect(() => mergeDistinct(lists, descending, messageIdentity)).toThrow(
      expect.objectContaining({ name: 'BrokenList', list: 1 }),
    );
  });

  it('keeps messages apart that another endpoint received', () => {
    expect(merge([[message(0, 'm', 2, 'Sales')], [message(1, 'm', 1, 'Billing')]])).toHaveLength(2);
  });

  it('leaves exactly one row of every message, of the first member that has it, in order', () => {
    const list = (from: number) =>
      fc
        .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(5)), { selector: ([id]) => id })
        .map((rows) => rows.map(([id, key]) => message(from, id, key)).sort((left, right) => right.key - left.key));
    fc.assert(
      fc.property(fc.tuple(list(0), list(1), list(2)), (lists) => {
        const merged = merge(lists);
        const ids = new Set(lists.flat().map(({ message_id: id }) => id));
        expect(merged.map(({ message_id: id }) => id).sort()).toEqual([...ids].sort());
        for (const { message_id: id, from } of merged) {
          expect(from).toBe(lists.findIndex((rows) => rows.some((row) => row.message_id === id)));
        }
        const keys = merged.map(({ key }) => key);
        expect(keys).toEqual([...keys].sort((left, right) => right - left));
      }),
    );
  });
});
