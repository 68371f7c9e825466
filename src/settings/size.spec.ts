import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { largestSize, readSize, showSize } from './size.js';

describe('readSize', () => {
  it.each([
    ['30mb', 30_000_000],
    ['30 MB', 30_000_000],
    ['64kib', 65_536],
    ['1.5gb', 1_500_000_000],
    ['1gib', 1_073_741_824],
    ['12b', 12],
    ['12', 12],
    [12, 12],
    ['0', 0],
  ])('reads %j', (written, size) => {
    expect(readSize(written)).toBe(size);
  });

  it.each(['', 'mb', '-1mb', -1, 1.5e300, '3gb', '30mbit', '1e6', null, {}])('refuses %j', (written) => {
    expect(readSize(written)).toBeUndefined();
  });

  it('reads back every size that it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: largestSize }), (size) => {
        expect(readSize(showSize(size))).toBe(size);
      }),
    );
  });
});

it.each([
  [256_000_000, '256mb'],
  [2_000_000_000, '2gb'],
  [65_536, '65536b'],
])('shows %d as %s', (size, text) => {
  expect(showSize(size)).toBe(text);
});
