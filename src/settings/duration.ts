/** A length of time as the program keeps it. */
export type Milliseconds = number;

const unitLengths: Readonly<Record<string, Milliseconds>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Longest time that Node's timers keep exactly is a little under 25 days; a longer setting would fire at once. */
export const longestDuration: Milliseconds = 24 * 86_400_000;

/**
 * Reads `250ms`, `4s`, `2m`, `1.5h`, `1d` or .NET's `[d.]hh:mm:ss[.fffffff]`. A bare number is refused except `0`,
 * because nothing says its unit.
 *
 * @returns whole milliseconds, or undefined when the text is no duration or is longer than `longestDuration`.
 */
export function readDuration(written: unknown): Milliseconds | undefined {
  if (written === 0) return 0;
  if (typeof written !== 'string') return undefined;
  const text = written.trim().toLowerCase();
  if (text === '0') return 0;
  const length = readUnits(text) ?? readTimeSpan(text);
  return length !== undefined && length <= longestDuration ? Math.round(length) : undefined;
}

/** The shortest spelling that `readDuration` reads back to the same number. */
export function showDuration(length: Milliseconds): string {
  if (length === 0) return '0';
  const unit = ['d', 'h', 'm', 's'].find((name) => length % (unitLengths[name] ?? 1) === 0) ?? 'ms';
  return `${length / (unitLengths[unit] ?? 1)}${unit}`;
}

function readUnits(text: string): Milliseconds | undefined {
  const [, amount, unit] = /^(\d{1,12}(?:\.\d{1,9})?) ?(ms|s|m|h|d)$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  return Number(amount) * (unitLengths[unit] ?? 1);
}

function readTimeSpan(text: string): Milliseconds | undefined {
  const match = /^(?:(\d{1,3})\.)?([01]?\d|2[0-3]):([0-5]\d):([0-5]\d(?:\.\d{1,7})?)$/.exec(text);
  if (match === null) return undefined;
  const [, days, hours, minutes, seconds] = match;
  return ((Number(days ?? 0) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000;
}
