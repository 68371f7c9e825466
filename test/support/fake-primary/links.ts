import type { HeaderLine } from '../http/reply.js';
import type { Page } from './paging.js';

/** What paging links are made of (contract 1.6). */
export interface Linked {
  readonly target: string;
  readonly page: Page;
  readonly total: number;
  /** The largest single instance's total; the total itself for local lists. */
  readonly highest: number;
  /** Links appear only when there is more than this. */
  readonly threshold: number;
}

/** One `Link` line per relation, none when there is nothing to page. */
export function linkLines({
  target,
  page: { page, perPage },
  total,
  highest,
  threshold,
}: Linked): readonly HeaderLine[] {
  const last = Math.ceil(highest / perPage);
  if (total <= threshold || page > last) return [];
  const relations: readonly (readonly [rel: string, to: number, shown: boolean])[] = [
    ['first', 1, page !== 1],
    ['prev', page - 1, page > 1],
    ['last', last, page !== last],
    ['next', page + 1, page < last],
  ];
  return relations
    .filter(([, , shown]) => shown)
    .map(([rel, to]): HeaderLine => ['Link', `<${linkTarget(target, to)}>; rel="${rel}"`]);
}

/** The decoded path without `/api/`, and the query without the key written exactly `page`, that one at the end. */
function linkTarget(target: string, page: number): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const kept = new URLSearchParams(query);
  kept.delete('page');
  kept.append('page', String(page));
  const parameters = [...kept].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return headerSafe(`${decoded(path).replaceAll('/api/', '')}?${parameters.join('&')}`);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll(/%2f/gi, '%252F'));
  } catch {
    return path;
  }
}

/** Kestrel writes non-ASCII header text as the bytes of its UTF-8 form. */
function headerSafe(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
