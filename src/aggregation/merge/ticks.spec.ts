import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDates, compareTimespans, sortableDate, ticksOf, timespanTicks } from './ticks.js';

/** A moment as members write it: up to seven fraction digits, trailing zeros dropped (contract 1.1). */
const moment = fc
  .tuple(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 0, max: 9_999_999 }))
  .map(([seconds, ticks]) => {
    const fraction = ticks === 0 ? '' : `.${String(ticks).padStart(7, '0').replace(/0+$/, '')}`;
    return {
      text: `${new Date(seconds * 1000).toISOString().slice(0, 19)}${fraction}Z`,
      ticks: BigInt(seconds) * 10_000_000n + BigInt(ticks),
    };
  });

/** The same moment as others may write it. */
const anySpelling = fc
  .tuple(moment, fc.constantFrom('Z', '', '+00:00', '+02:00', '-05:30'), fc.constantFrom('', '0', '00'))
  .map(([{ text, ticks }, offset, zeros]) => {
    const hours = Number(offset.slice(0, 3) || 0);
    const minutes = hours * 60 + Math.sign(hours) * Number(offset.slice(4) || 0);
    const fraction = /\.\d+/.exec(text)?.[0] ?? '';
    const local = new Date(Date.parse(`${text.slice(0, 19)}Z`) + (offset === 'Z' ? 0 : minutes * 60_000));
    const padded = fraction === '' ? '' : `${fraction}${zeros}`.slice(0, 8);
    return { text: `${local.toISOString().slice(0, 19)}${padded}${offset}`, ticks };
  });

describe('dates', () => {
  it('are one however they are spelled, and sort by 100 ns', () => {
    fc.assert(
      fc.property(anySpelling, anySpelling, (left, right) => {
        expect(ticksOf(left.text)).toBe(left.ticks);
        expect(Math.sign(compareDates(left.text, right.text))).toBe(
          left.ticks < right.ticks ? -1 : Number(left.ticks > right.ticks),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['2024-05-01T10:00:00.1000000Z', '2024-05-01T10:00:00.1'],
    ['2024-05-01T10:00:00.0Z', '2024-05-01T10:00:00'],
    ['2024-05-01T01:30:00.0000001+02:00', '2024-04-30T23:30:00.0000001'],
    ['1969-12-31T23:59:59.9999999+00:00', '1969-12-31T23:59:59.9999999'],
    ['0001-01-01T00:00:00', '0001-01-01T00:00:00'],
    ['0001-01-01T00:00:00+02:00', '0001-01-01T00:00:00'],
    ['9999-12-31T23:59:59.9999999', '9999-12-31T23:59:59.9999999'],
    ['9999-12-31T23:59:59.9999999-05:00', '9999-12-31T23:59:59.9999999'],
    ['2024-13-01T00:00:00Z', undefined],
    ['2024-05-01', undefined],
    ['', undefined],
  ])('%s sorts as %s', (text, sortable) => {
    expect(sortableDate(text)).toBe(sortable);
  });

  it('compare by 100 ns, whatever the length of the fraction', () => {
    fc.assert(
      fc.property(moment, moment, (left, right) => {
        expect(Math.sign(compareDates(left.text, right.text))).toBe(
          left.ticks < right.ticks ? -1 : Number(left.ticks > right.ticks),
        );
        expect(ticksOf(left.text)).toBe(left.ticks);
      }),
    );
  });

  it.each([
    ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00.1Z', -1],
    ['2024-05-01T10:00:00.1234567Z', '2024-05-01T10:00:00.1234568Z', -1],
    ['2024-05-01T12:00:00+02:00', '2024-05-01T10:00:00Z', 0],
    ['2024-05-01T10:00:00', '2024-05-01T10:00:00Z', 0],
    ['2024-05-01T10:00:00.10Z', '2024-05-01T10:00:00.1Z', 0],
    ['0001-01-01T00:00:00', '2024-05-01T10:00:00Z', -1],
    ['9999-12-31T23:59:59.9999999', '9999-12-31T23:59:59.9999998Z', 1],
    ['no date', '0001-01-01T00:00:00', -1],
    ['no date', 'none either', 0],
  ])('%s against %s is %i', (left, right, expected) => {
    expect(Math.sign(compareDates(left, right))).toBe(expected);
    expect(Math.sign(compareDates(right, left))).toBe(expected === 0 ? 0 : -expected);
  });
});

describe('timespans', () => {
  it.each([
    ['00:00:10', 100_000_000n],
    ['10.00:00:00', 8_640_000_000_000n],
    ['00:00:01.2340000', 12_340_000n],
    ['-00:00:01', -10_000_000n],
    ['1.02:03:04.0000005', 937_840_000_005n],
  ])('%s are %s ticks', (text, ticks) => {
    expect(timespanTicks(text)).toBe(ticks);
  });

  it('compare by length, not by text', () => {
    expect(compareTimespans('9.00:00:00', '10.00:00:00')).toBeLessThan(0);
    expect(compareTimespans('-00:00:02', '-00:00:01')).toBeLessThan(0);
    expect(compareTimespans('soon', '-00:00:01')).toBeLessThan(0);
  });
});
