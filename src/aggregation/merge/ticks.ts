import { compareKeys } from './sort-key.js';

/** The common form: UTC, up to seven fraction digits, trailing zeros dropped (contract 1.1). */
const plainUtc =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{0,6}[1-9])?Z$/;
const anyDate = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/;
const anySpan = /^(-)?(?:(\d+)\.)?(\d\d):(\d\d):(\d\d)(?:\.(\d{1,7}))?$/;

const ticksPerMs = 10_000n;
const ticksPerSecond = 10_000_000n;

/** 100 ns ticks since 1970 of a date text; undefined when it is no date. A date without an offset counts as UTC. */
export function ticksOf(text: string): bigint | undefined {
  const found = anyDate.exec(text);
  if (found === null) return undefined;
  const [, seconds = '', fraction = '', offset = 'Z'] = found;
  const ms = Date.parse(`${seconds}${offset}`);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * ticksPerMs + BigInt(fraction.slice(0, 7).padEnd(7, '0'));
}

/**
 * A text that sorts as its date does, equal for equal moments; undefined when it is no date. Costs one look at dates of
 * the common form: without the Z a shorter fraction is a prefix of a longer one, so text order is time order.
 */
export function sortableDate(text: string): string | undefined {
  if (plainUtc.test(text)) return text.slice(0, -1);
  const ticks = ticksOf(text);
  return ticks === undefined ? undefined : dateText(ticks);
}

/** Unset and largest dates with an offset may lie outside the years of .NET, which takes the nearest it has. */
function dateText(ticks: bigint): string {
  const sinceSecond = ((ticks % ticksPerSecond) + ticksPerSecond) % ticksPerSecond;
  const second = new Date(Number((ticks - sinceSecond) / ticksPerMs));
  if (second.getUTCFullYear() < 1) return '0001-01-01T00:00:00';
  if (second.getUTCFullYear() > 9999) return '9999-12-31T23:59:59.9999999';
  const fraction = sinceSecond.toString().padStart(7, '0').replace(/0+$/, '');
  return `${second.toISOString().slice(0, 19)}${fraction === '' ? '' : '.'}${fraction}`;
}

/** 100 ns ticks of a timespan text such as `-1.02:03:04.0050000`; undefined when it is none. */
export function timespanTicks(text: string): bigint | undefined {
  const found = anySpan.exec(text);
  if (found === null) return undefined;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = found;
  const whole = ((BigInt(days) * 24n + BigInt(hours)) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
  const ticks = whole * ticksPerSecond + BigInt(fraction.padEnd(7, '0'));
  return sign === undefined ? ticks : -ticks;
}

/** Earlier first; texts that are no dates come before all dates and are equal among themselves. */
export function compareDates(left: string, right: string): number {
  return left === right ? 0 : compareKeys(sortableDate(left), sortableDate(right));
}

/** Shorter first; texts that are no timespans come first. */
export function compareTimespans(left: string, right: string): number {
  return left === right ? 0 : compareKeys(timespanTicks(left), timespanTicks(right));
}
