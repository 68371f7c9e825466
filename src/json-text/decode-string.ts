/** The text of the string at these positions of a checked text, quotes included. */
export function decodeString(source: Buffer, start: number, end: number): string {
  const text = source.toString('utf8', start + 1, end - 1);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}
