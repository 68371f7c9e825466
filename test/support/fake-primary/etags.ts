import type { HeaderLine } from '../http/reply.js';

/** How a version of ServiceControl spells its tags: bare before 6.19, then quoted, weak in next, or none at all. */
export type EtagStyle = 'unquoted' | 'strong' | 'weak' | 'absent';

/** The `ETag` line of a value; an empty value has none. */
export function etagLines(style: EtagStyle, value: string | undefined): readonly HeaderLine[] {
  if (value === undefined || value === '' || style === 'absent') return [];
  const written = { unquoted: value, strong: `"${value}"`, weak: `W/"${value}"` }[style];
  return [['ETag', written]];
}

/**
 * Whether the caller has this representation. Base compares tag and strength exactly and knows no `*` (contract 10),
 * next compares weakly, reads bare tags and takes `*` for any (11.1). Bare tags never match: before 6.19 the framework
 * could not read them.
 */
export function isKnownToCaller(etag: string, ifNoneMatch: string | undefined, style: EtagStyle): boolean {
  if (ifNoneMatch === undefined || style === 'unquoted') return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim());
  if (style === 'strong') return tags.includes(etag);
  return tags.some((tag) => tag === '*' || opaque(tag) === opaque(etag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
}
