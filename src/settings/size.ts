/** An amount of data as the program keeps it. */
export type Bytes = number;

const unitSizes: Readonly<Record<string, Bytes>> = {
  b: 1,
  kb: 1_000,
  mb: 1_000_000,
  gb: 1_000_000_000,
  kib: 1_024,
  mib: 1_048_576,
  gib: 1_073_741_824,
};

/** Largest size accepted: above it a reply no longer fits in one buffer of every supported Node version. */
export const largestSize: Bytes = 2_000_000_000;

/**
 * Reads `30mb` (30,000,000), `64kib`, `1.5gb` or a number of bytes.
 *
 * @returns whole bytes, or undefined when the text is no size or is above `largestSize`.
 */
export function readSize(written: unknown): Bytes | undefined {
  const [, amount, unit] = /^(\d{1,12}(?:\.\d{1,9})?) ?(b|kb|mb|gb|kib|mib|gib)?$/i.exec(asText(written)) ?? [];
  if (amount === undefined) return undefined;
  const size = Math.round(Number(amount) * (unitSizes[(unit ?? 'b').toLowerCase()] ?? 1));
  return size <= largestSize ? size : undefined;
}

/** The shortest spelling that `readSize` reads back to the same number. */
export function showSize(size: Bytes): string {
  if (size === 0) return '0';
  const unit = ['gb', 'mb', 'kb'].find((name) => size % (unitSizes[name] ?? 1) === 0) ?? 'b';
  return `${size / (unitSizes[unit] ?? 1)}${unit}`;
}

function asText(written: unknown): string {
  return typeof written === 'string' ? written.trim() : typeof written === 'number' ? String(written) : '';
}
