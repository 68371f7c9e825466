import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { longestDuration, readDuration, showDuration } from './duration.js';

describe('readDuration', () => {
  it.each([
    ['250ms', 250],
    ['4s', 4_000],
    ['4 s', 4_000],
    [' 2M ', 120_000],
    ['1.5h', 5_400_000],
    ['1d', 86_400_000],
    ['00:00:04', 4_000],
    ['00:01:30.5', 90_500],
    ['1.02:03:04', 93_784_000],
    ['0:00:00.0000001', 0],
    ['0', 0],
    [0, 0],
    ['24d', longestDuration],
  ])('reads %j', (written, length) => {
    expect(readDuration(written)).toBe(length);
  });

  it.each([
    '',
    '4',
    4,
    '4 parsecs',
    '-4s',
    '1e3s',
    '.5s',
    '00:60:00',
    '24:00:00',
    '25d',
    '9'.repeat(400) + 's',
    null,
    true,
    ['4s'],
  ])('refuses %j', (written) => {
    expect(readDuration(written)).toBeUndefined();
  });

  it('reads back every length that it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: longestDuration }), (length) => {
        expect(readDuration(showDuration(length))).toBe(length);
      }),
    );
  });

  it('reads the spelling of .NET like hours, minutes and seconds added up', () => {
    const parts = fc.record({ hours: fc.nat(23), minutes: fc.nat(59), seconds: fc.nat(59), ms: fc.nat(999) });
    const padded = (number: number, digits: number) => String(number).padStart(digits, '0');
    fc.assert(
      fc.property(parts, ({ hours, minutes, seconds, ms }) => {
        const text = `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(seconds, 2)}.${padded(ms, 3)}0000`;
        expect(readDuration(text)).toBe(hours * 3_600_000 + minutes * 60_000 + seconds * 1_000 + ms);
      }),
    );
  });
});

it.each([
  [0, '0'],
  [1_500, '1500ms'],
  [100_000, '100s'],
  [3_600_000, '1h'],
])('shows %d as %s', (length, text) => {
  expect(showDuration(length)).toBe(text);
});
