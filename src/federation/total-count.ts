/** How many rows one member holds behind an answer. */
export interface MemberTotal {
  readonly count: bigint;
  /** Why the header was not believed, for the log; absent when it was. */
  readonly fault?: string;
}

/**
 * A member's `Total-Count`. A header that is missing, repeated, not a decimal number or beyond what clients can count to
 * (2^53 - 1) is not believed: the rows seen in the answer count instead (decision 1).
 */
export function readTotal(header: string | readonly string[] | undefined, rowsSeen: number): MemberTotal {
  const values = header === undefined ? [] : typeof header === 'string' ? [header] : header;
  const [text] = values;
  if (text === undefined) return { count: BigInt(rowsSeen), fault: 'no Total-Count' };
  if (values.length > 1) return unbelievable(values.join(', '), rowsSeen);
  if (!/^\d+$/.test(text.trim())) return unbelievable(text, rowsSeen);
  // Leading zeros allowed, so the length alone says nothing; a header is never long enough to make this slow.
  const count = BigInt(text.trim());
  return count > BigInt(Number.MAX_SAFE_INTEGER) ? unbelievable(text, rowsSeen) : { count };
}

/** The exact sum, as the text of a `Total-Count` header. */
export function totalText(totals: readonly { readonly count: bigint }[]): string {
  return totals.reduce((sum, { count }) => sum + count, 0n).toString();
}

function unbelievable(text: string, rowsSeen: number): MemberTotal {
  return { count: BigInt(rowsSeen), fault: `senseless Total-Count ${JSON.stringify(text.slice(0, 40))}` };
}
