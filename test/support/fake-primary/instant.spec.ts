import { describe, expect, it } from '@jest/globals';
import { instantFrom, instantOf, ticksFrom, timeSpanText } from './instant.js';

describe('a date', () => {
  it.each([
    '2024-05-01T10:00:00Z',
    '2024-05-01T10:00:00.1Z',
    '2024-05-01T10:00:00.1234567Z',
    '2024-05-01T10:00:00.0000001Z',
    '1969-12-31T23:59:59.9999999Z',
  ])('is written with the digits it has: %s', (text) => {
    expect(instantOf(instantFrom(text).ticks).text).toBe(text);
  });

  it('reads offsets, missing zones and missing times', () => {
    const expected = ticksFrom('2024-05-01T10:00:00Z');
    const texts = ['2024-05-01T12:00:00+02:00', '2024-05-01T10:00:00', '2024-05-01 10:00', '2024-05-01T10:00:00.000Z'];

    expect(texts.map(ticksFrom)).toEqual(texts.map(() => expected));
    expect(ticksFrom('2024-05-01')).toBe(ticksFrom('2024-05-01T00:00:00Z'));
  });

  it.each(['', 'yesterday', '2024-13-01T00:00:00Z', '2024-05-01T10'])('is not found in "%s"', (text) => {
    expect(ticksFrom(text)).toBeUndefined();
  });

  it.each([
    [100_000_000n, '00:00:10'],
    [8_640_000_000_000n, '10.00:00:00'],
    [12_340_000n, '00:00:01.2340000'],
    [-10_000_000n, '-00:00:01'],
  ])('span of %p ticks is %s', (ticks, text) => {
    expect(timeSpanText(ticks)).toBe(text);
  });
});
