/** What is accepted in place of a name that no setting has. */
export function notKnown(written: string, known: readonly string[]): string {
  const nearest = nearestName(written, known);
  return nearest === undefined ? 'no setting of this name' : `no setting of this name; perhaps ${nearest}`;
}

/**
 * The known name that was probably meant: the one with the fewest changed letters, or, for a path without its groups,
 * the one that ends in it. Undefined when nothing is close.
 */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const ends = known.find((name) => name.toLowerCase().endsWith(`.${written.toLowerCase()}`));
  if (ends !== undefined) return ends;
  const ranked = known
    .map((name) => ({ name, changes: changedLetters(written.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.changes - other.changes);
  const best = ranked[0];
  return best !== undefined && best.changes <= Math.max(2, Math.floor(written.length / 5)) ? best.name : undefined;
}

/** Letters to insert, remove or replace to turn one text into the other. */
function changedLetters(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[other.length] ?? 0;
}
