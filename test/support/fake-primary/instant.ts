/** A moment in .NET ticks: 100 ns since the first of January of year 1. */
export type Ticks = bigint;

/** A moment and the text that members write for it. */
export interface Instant {
  readonly ticks: Ticks;
  readonly text: string;
}

export const ticksPerMs = 10_000n;
export const ticksPerSecond = 10_000_000n;
const unixEpochTicks = 621_355_968_000_000_000n;

/** What a member shows for a date that was never set. */
export const unsetInstant: Instant = { ticks: 0n, text: '0001-01-01T00:00:00' };
/** .NET's largest date. */
export const maximumInstant: Instant = { ticks: 3_155_378_975_999_999_999n, text: '9999-12-31T23:59:59.9999999' };

/** ISO 8601 in UTC with up to seven fraction digits, trailing zeros dropped (contract 1.1). */
export function instantOf(ticks: Ticks): Instant {
  const sinceEpoch = ticks - unixEpochTicks;
  const fraction = ((sinceEpoch % ticksPerSecond) + ticksPerSecond) % ticksPerSecond;
  const ms = Number((sinceEpoch - fraction) / ticksPerMs);
  const digits = fraction.toString().padStart(7, '0').replace(/0+$/, '');
  const seconds = new Date(ms).toISOString().slice(0, 19);
  return { ticks, text: `${seconds}${digits === '' ? '' : `.${digits}`}Z` };
}

/** The moment a text names, keeping the text as it is; a text without zone counts as UTC. Throws when it is no date. */
export function instantFrom(text: string): Instant {
  const ticks = ticksFrom(text);
  if (ticks === undefined) throw new Error(`not a date: ${text}`);
  return { ticks, text };
}

/** `undefined` when the text is no ISO 8601 date with an optional time, fraction and offset. */
export function ticksFrom(text: string): Ticks | undefined {
  const found = /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,16}))?\s*(Z|[+-]\d\d:?\d\d)?)?\s*$/i.exec(
    text,
  );
  if (found === null) return undefined;
  const [, day = '', minute = '00:00', second = ':00', fraction = '', zone = 'Z'] = found;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(/(\d\d):?(\d\d)$/, '$1:$2');
  const ms = Date.parse(`${day}T${minute}${second}${offset}`);
  if (Number.isNaN(ms)) return undefined;
  return unixEpochTicks + BigInt(ms) * ticksPerMs + BigInt(fraction.slice(0, 7).padEnd(7, '0'));
}

/** The moment as milliseconds since 1970, its finer digits cut off. */
export function unixMs(instant: Instant): number {
  return Number((instant.ticks - unixEpochTicks) / ticksPerMs);
}

export function instantFromUnixMs(ms: number): Instant {
  return instantOf(unixEpochTicks + BigInt(Math.round(ms)) * ticksPerMs);
}

/** .NET's TimeSpan text: `[d.]hh:mm:ss[.fffffff]`, the fraction with seven digits when there is one. */
export function timeSpanText(ticks: Ticks): string {
  const size = ticks < 0n ? -ticks : ticks;
  const seconds = size / ticksPerSecond;
  const two = (value: bigint): string => value.toString().padStart(2, '0');
  const days = seconds / 86_400n;
  const clock = [(seconds / 3600n) % 24n, (seconds / 60n) % 60n, seconds % 60n].map(two).join(':');
  const fraction = size % ticksPerSecond;
  const tail = fraction === 0n ? '' : `.${fraction.toString().padStart(7, '0')}`;
  return `${ticks < 0n ? '-' : ''}${days === 0n ? '' : `${days.toString()}.`}${clock}${tail}`;
}
