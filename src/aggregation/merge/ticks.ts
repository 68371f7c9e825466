/** The common form: UTC, up to seven fraction digits with trailing zeros dropped (contract 1.1). */
const plainUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,7})?Z$/;
const anyDate = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/;
const anySpan = /^(-)?(?:(\d+)\.)?(\d\d):(\d\d):(\d\d)(?:\.(\d{1,7}))?$/;

const ticksPerMs = 10_000n;
const ticksPerSecond = 10_000_000n;

/** 100 ns ticks of a date text; undefined when it is no date. A date without an offset counts as UTC. */
export function ticksOf(text: string): bigint | undefined {
  const found = anyDate.exec(text);
  if (found === null) return undefined;
  const [, seconds = '', fraction = '', offset = 'Z'] = found;
  const ms = Date.parse(`${seconds}${offset}`);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * ticksPerMs + BigInt(fraction.slice(0, 7).padEnd(7, '0'));
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
  if (left === right) return 0;
  if (plainUtc.test(left) && plainUtc.test(right)) {
    // Without the Z a shorter fraction is a prefix of a longer one, so text order is time order.
    return compare(left.slice(0, -1), right.slice(0, -1));
  }
  return compareOptional(ticksOf(left), ticksOf(right));
}

/** Shorter first; texts that are no timespans come first. */
export function compareTimespans(left: string, right: string): number {
  return left === right ? 0 : compareOptional(timespanTicks(left), timespanTicks(right));
}

function compareOptional(left: bigint | undefined, right: bigint | undefined): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  return compare(left, right);
}

function compare<Value extends string | bigint>(left: Value, right: Value): number {
  return left < right ? -1 : Number(left > right);
}
