import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bareId } from './owned-record.js';

const guid = 'a87421c2-5c16-49af-3959-38b31de197d3';

describe('bareId', () => {
  it.each([
    guid,
    guid.toUpperCase(),
    `FailedMessages/${guid}`,
    `failedmessages/${guid}`,
    `CustomChecks/${guid}`,
    `customchecks/${guid.toUpperCase()}`,
  ])('of %s is the GUID in lower case', (id) => {
    expect(bareId(id)).toBe(guid);
  });

  it.each([
    ['Sales@SRV1', 'sales@srv1'],
    ['OtherThings/1', 'otherthings/1'],
    ['x/CustomChecks/1', 'x/customchecks/1'],
    ['CustomChecks', 'customchecks'],
    ['CustomChecks%2F1', 'customchecks%2f1'],
    ['', ''],
  ])('keeps the rest of "%s"', (id, bare) => {
    expect(bareId(id)).toBe(bare);
  });

  it('is the same for every spelling of a GUID, and itself again', () => {
    const prefix = fc.constantFrom('', 'FailedMessages/', 'CustomChecks/', 'CUSTOMCHECKS/');
    fc.assert(
      fc.property(fc.uuid(), prefix, fc.boolean(), (id, before, upper) => {
        const spelled = `${before}${upper ? id.toUpperCase() : id}`;
        expect(bareId(spelled)).toBe(id);
        expect(bareId(bareId(spelled))).toBe(id);
      }),
    );
  });
});
