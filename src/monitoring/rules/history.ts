/** Minutes that members accept; any other number is a 500 on them (monitoring contract 4.1). */
const accepted = ['1', '5', '10', '15', '30', '60'];

/** Members' own default, not ServicePulse's. */
const defaultMinutes = 5;

/** `history` as members read it: missing or empty means 5, the first of several counts. Undefined when it is not accepted. */
export function readHistory(given: readonly string[]): number | undefined {
  const [text = ''] = given;
  if (text === '') return defaultMinutes;
  const minutes = /^\s*\+?0*(\d+)\s*$/.exec(text)?.[1] ?? '';
  return accepted.includes(minutes) ? Number(minutes) : undefined;
}

/**
 * The number of the wall-clock bucket that a moment lies in. A history of h minutes has buckets of h seconds that start at
 * multiples of their length on every member, so numbers from two members can be compared.
 * @param ms milliseconds since 1970
 */
export function bucketAt(ms: number, historyMinutes: number): number {
  return Math.floor(ms / (historyMinutes * 1000));
}
