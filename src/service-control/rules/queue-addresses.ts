import { sum } from '../../aggregation/merge/field-rules.js';
import { fieldByField, type KeyedRows } from '../../aggregation/merge/merge-by-key.js';
import type { JsonRow } from '../../json-text/json-row.js';

/**
 * Addresses of failing queues with their number of failed messages (contract 6.7), merged by address: most messages
 * first, then by address (decision 15). Messages without an address are one row without `physical_address`, last of equals.
 */
export const queueAddresses: KeyedRows = {
  key: (row) => {
    const address = row.text('physical_address');
    return address === undefined ? 'no address' : `address ${address}`;
  },
  combine: fieldByField({ failed_message_count: sum }),
  order: () => mostMessagesFirst,
};

function mostMessagesFirst(left: JsonRow, right: JsonRow): number {
  const byCount = Number(right.number('failed_message_count') ?? 0) - Number(left.number('failed_message_count') ?? 0);
  if (byCount !== 0) return byCount;
  const [leftAddress, rightAddress] = [left.text('physical_address'), right.text('physical_address')];
  if (leftAddress === undefined || rightAddress === undefined) {
    return Number(leftAddress === undefined) - Number(rightAddress === undefined);
  }
  return leftAddress < rightAddress ? -1 : Number(leftAddress > rightAddress);
}
