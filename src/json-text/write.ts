/** A text as a JSON string. */
export function quoteText(text: string): string {
  return JSON.stringify(text);
}

const open = Buffer.from('[');
const close = Buffer.from(']');
const comma = Buffer.from(',');

/** Rows as one JSON array; their bytes are copied as they are. */
export function joinRows(rows: readonly Buffer[]): Buffer {
  return Buffer.concat([open, ...rows.flatMap((row, at) => (at === 0 ? [row] : [comma, row])), close]);
}
