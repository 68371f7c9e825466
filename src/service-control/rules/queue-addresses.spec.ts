import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeByKey } from '../../aggregation/merge/merge-by-key.js';
import { readDocument } from '../../json-text/json-row.js';
import { queueAddresses } from './queue-addresses.js';

function merged(...members: string[][]): string[] {
  const lists = members.map((rows, at) => ({
    memberKey: `m${String(at)}`,
    rows: rows.map((row) => readDocument(Buffer.from(row))),
  }));
  return mergeByKey(lists, queueAddresses).rows.map(String);
}

const row = (address: string, count: number) =>
  `{"physical_address":"${address}","failed_message_count":${String(count)}}`;

describe('queue addresses of several members', () => {
  it('add up by address, most messages first, then by address', () => {
    expect(merged([row('b', 1), row('c', 2), row('a', 1)], [row('b', 4), row('C', 2)])).toEqual([
      row('b', 5),
      row('C', 2),
      row('c', 2),
      row('a', 1),
    ]);
  });

  it('have one row without an address, behind rows with the same count', () => {
    expect(merged(['{"failed_message_count":2}', row('z', 3)], ['{"failed_message_count":1}', row('', 3)])).toEqual([
      row('', 3),
      row('z', 3),
      '{"failed_message_count":3}',
    ]);
  });

  it('give back the whole, however failed messages are spread over members', () => {
    const failure = fc.record({ address: fc.constantFrom('a', 'b', 'c', 'd'), member: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(failure), (failures) => {
        const members = [0, 1, 2, 3].map((at) => counted(failures.filter(({ member }) => member === at)));
        expect(merged(...members)).toEqual(merged(counted(failures)));
      }),
    );
    function counted(failures: readonly { address: string }[]): string[] {
      return [...new Set(failures.map(({ address }) => address))].map((address) =>
        row(address, failures.filter((failure) => failure.address === address).length),
      );
    }
  });
});
