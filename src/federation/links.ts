/** Members link pages only when there is more than one default page (contract 1.6). */
const linkedAbove = 50n;

/** What the links of one page are made of. */
export interface LinkedPage {
  /** Raw path below the surface, as the caller sent it: `endpoints/Sales%20EU/errors`. */
  readonly path: string;
  /** Raw query without the question mark. */
  readonly query: string;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  /** Rows behind all pages of all members. */
  readonly total: bigint;
}

/**
 * The values of the `Link` header lines as a member would write them (contract 1.6), from the merged total: `first`,
 * `prev`, `last` and `next`, each with a relative target that has no `/api/`, the caller's query and the page at its end.
 * Empty when nothing is to be linked.
 */
export function pagingLinks({ path, query, page, perPage, total }: LinkedPage): readonly string[] {
  const last = (total + BigInt(perPage) - 1n) / BigInt(perPage);
  const current = BigInt(page);
  if (total <= linkedAbove || current > last) return [];
  const target = `${targetPath(path)}?${otherParameters(query)}`;
  const relations: readonly (readonly [string, bigint, boolean])[] = [
    ['first', 1n, current !== 1n],
    ['prev', current - 1n, current > 1n],
    ['last', last, current !== last],
    ['next', current + 1n, current < last],
  ];
  return relations
    .filter(([, , isLinked]) => isLinked)
    .map(([relation, number]) => `<${target}page=${number.toString()}>; rel="${relation}"`);
}

/** Members' server decodes the path, and the code that writes links decodes it again. */
function targetPath(path: string): string {
  return headerSafe(`/api/${decoded(decoded(path))}`.replaceAll('/api/', ''));
}

/** Every parameter but `page` in exactly this spelling; values of keys that differ in case only stand together. */
function otherParameters(query: string): string {
  const byName = new Map<string, { readonly key: string; readonly values: string[] }>();
  for (const [key, value] of new URLSearchParams(query)) {
    const known = byName.get(key.toLowerCase());
    if (known === undefined) byName.set(key.toLowerCase(), { key, values: [value] });
    else known.values.push(value);
  }
  return [...byName.values()]
    .filter(({ key }) => key !== 'page')
    .flatMap(({ key, values }) => values.map((value) => `${encoded(key)}=${encoded(value)}&`))
    .join('');
}

/** Percent escapes as .NET's URL encoder writes them, which differs from `encodeURIComponent` in five characters. */
function encoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("'", '%27')
    .replace(/%(?:24|2C|3B|40)/g, (escape) => decodeURIComponent(escape));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What members leave raw stays raw unless a header line cannot hold it. */
function headerSafe(text: string): string {
  return text.replace(/[^ -~]+/g, (unsafe) => encodeURIComponent(unsafe));
}
