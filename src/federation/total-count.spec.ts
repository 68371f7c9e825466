import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readTotal, totalText } from './total-count.js';

describe('readTotal', () => {
  it.each([
    ['0', 0n],
    ['60', 60n],
    [' 60 ', 60n],
    ['007', 7n],
    ['9007199254740991', 9007199254740991n],
  ])('believes %j', (header, count) => {
    expect(readTotal(header, 5)).toEqual({ count });
  });

  it.each<[string, string | readonly string[] | undefined, string]>([
    ['missing', undefined, 'no Total-Count'],
    ['empty', '', 'senseless Total-Count ""'],
    ['text', 'abc', 'senseless Total-Count "abc"'],
    ['negative', '-1', 'senseless Total-Count "-1"'],
    ['a fraction', '1.5', 'senseless Total-Count "1.5"'],
    ['in another notation', '1e3', 'senseless Total-Count "1e3"'],
    ['2^53 + 1', '9007199254740993', 'senseless Total-Count "9007199254740993"'],
    ['sent twice', ['5', '7'], 'senseless Total-Count "5, 7"'],
    ['sent twice in one line', '5, 7', 'senseless Total-Count "5, 7"'],
    ['an empty list of headers', [], 'no Total-Count'],
  ])('counts the rows seen when the header is %s', (_, header, fault) => {
    expect(readTotal(header, 5)).toEqual({ count: 5n, fault });
  });

  it('cuts what it tells the log', () => {
    expect(readTotal('x'.repeat(64_000), 0).fault?.length).toBeLessThan(80);
  });

  it('never gives anything but a whole number', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.string())), fc.nat(), (header, rows) => {
        expect(readTotal(header, rows).count).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});

describe('totalText', () => {
  it('adds nothing up to zero', () => {
    expect(totalText([])).toBe('0');
  });

  it('is exact where numbers no longer are', () => {
    const most = readTotal('9007199254740991', 0);
    expect(totalText([most, most, { count: 1n }])).toBe('18014398509481983');
  });
});
