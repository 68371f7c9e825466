import { describe, expect, it } from '@jest/globals';
import { bucketAt, readHistory } from './history.js';

describe('readHistory', () => {
  it.each([
    [[], 5],
    [[''], 5],
    [['1'], 1],
    [['60'], 60],
    [['05'], 5],
    [['10', '7'], 10],
    [['7'], undefined],
    [['0'], undefined],
    [['-5'], undefined],
    [['5.0'], undefined],
    [['abc'], undefined],
    [['5minutes'], undefined],
    [['99999999999999999999'], undefined],
  ])('%j is %s', (given, expected) => {
    expect(readHistory(given)).toBe(expected);
  });
});

describe('bucketAt', () => {
  it.each([
    [1, '2024-05-01T10:00:01.999Z', '2024-05-01T10:00:01Z', true],
    [1, '2024-05-01T10:00:02Z', '2024-05-01T10:00:01.999Z', false],
    [5, '2024-05-01T10:00:09.999Z', '2024-05-01T10:00:05Z', true],
    [5, '2024-05-01T10:00:10Z', '2024-05-01T10:00:05Z', false],
    [60, '2024-05-01T10:01:59Z', '2024-05-01T10:01:00Z', true],
  ])('history %i: %s and %s in one bucket: %s', (history, one, other, expected) => {
    expect(bucketAt(Date.parse(one), history) === bucketAt(Date.parse(other), history)).toBe(expected);
  });
});
