import { createHash } from 'node:crypto';

/** One member's share of a composite validator: its key and its `ETag` header as received. */
export interface TagPart {
  readonly memberKey: string;
  readonly tag: string | readonly string[] | undefined;
}

const tagInList = /(?:W\/)?"[^"]*"|[^\s,]+/g;

/**
 * One weak validator over all members' tags, sorted by member key so that the order of arrival does not matter. Tags
 * may be strong, weak or unquoted (contract 10, 11.1); their spelling does not count, their value does. Several values
 * from one member count together. None when any member sent no tag: what cannot be validated must never give a 304.
 * @param extra whatever the answer depends on besides the tags: the request itself, rewritten ids, the page window
 */
export function combineTags(parts: readonly TagPart[], extra: string): string | undefined {
  const pairs: [string, readonly string[]][] = [];
  for (const { memberKey, tag } of parts) {
    const values = opaqueValues(tag);
    if (values.length === 0) return undefined;
    pairs.push([memberKey, values]);
  }
  if (pairs.length === 0) return undefined;
  pairs.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  const digest = createHash('sha256')
    .update(JSON.stringify([pairs, extra]))
    .digest('base64url');
  return `W/"${digest.slice(0, 32)}"`;
}

/** Whether an `If-None-Match` header (one tag, a list, or `*`) names this tag. Weak comparison: strength never counts. */
export function matches(ifNoneMatch: string, tag: string): boolean {
  const wanted = opaque(tag);
  return [...ifNoneMatch.matchAll(tagInList)].some(([listed]) => listed === '*' || opaque(listed) === wanted);
}

/** Empty tags say nothing and are left out. */
function opaqueValues(tag: TagPart['tag']): readonly string[] {
  const headers = tag === undefined ? [] : typeof tag === 'string' ? [tag] : tag;
  return headers.map((header) => opaque(header.trim())).filter((value) => value !== '');
}

function opaque(tag: string): string {
  const strong = tag.startsWith('W/') ? tag.slice(2) : tag;
  const quoted = strong.length >= 2 && strong.startsWith('"') && strong.endsWith('"');
  return quoted ? strong.slice(1, -1) : strong;
}
