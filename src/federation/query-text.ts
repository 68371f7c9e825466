interface Pair {
  readonly name: string;
  readonly raw: string;
}

/**
 * A query string read the way members read it (contract 1.3): keys in any letter case, the caller's spelling of
 * everything else kept byte for byte.
 */
export class QueryText {
  private readonly pairs: readonly Pair[];

  /** @param raw the query as it came, without the question mark */
  constructor(readonly raw: string) {
    this.pairs =
      raw === '' ? [] : raw.split('&').map((pair) => ({ name: decode(keyOf(pair)).toLowerCase(), raw: pair }));
  }

  /** Every value given for a key, decoded; `page` and `page=` both give an empty text. */
  all(name: string): readonly string[] {
    return this.pairs.filter((pair) => pair.name === name.toLowerCase()).map((pair) => decode(valueOf(pair.raw)));
  }

  /** The first value given for a key, decoded. */
  get(name: string): string | undefined {
    return this.all(name)[0];
  }

  /** The raw query with some keys replaced (all their spellings), added, or removed when `undefined`. */
  with(changes: Readonly<Record<string, string | number | undefined>>): string {
    const changed = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
    const kept = this.pairs.filter((pair) => !changed.has(pair.name)).map((pair) => pair.raw);
    const added = Object.entries(changes).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    );
    return [...kept, ...added].join('&');
  }
}

function keyOf(pair: string): string {
  const at = pair.indexOf('=');
  return at < 0 ? pair : pair.slice(0, at);
}

function valueOf(pair: string): string {
  const at = pair.indexOf('=');
  return at < 0 ? '' : pair.slice(at + 1);
}

/** Malformed escapes stay as they are: the member decides what to make of them. */
function decode(raw: string): string {
  const text = raw.replaceAll('+', ' ');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
