import type { Response } from '../support/requester.js';

interface ProblemDocument {
  readonly members?: readonly { readonly key: string; readonly reason: string }[];
}

/**
 * What each member answered, in the words of the reply itself: `X-Federation-Outcome` of commands, `Server-Timing` of
 * reads, the members of a problem document.
 */
export function membersSaid({ headers, text }: Pick<Response, 'headers' | 'text'>): string {
  const outcome = headers['x-federation-outcome'];
  if (typeof outcome === 'string') return outcome.replaceAll(',', '');
  const timing = headers['server-timing'];
  if (typeof timing === 'string') {
    const entries = [...timing.matchAll(/([\w-]+);dur=[\d.]+;desc="([^"]*)"/g)];
    return entries.map(([, key = '', answer = '']) => `${key}=${answer}`).join(' ');
  }
  if (headers['content-type'] !== 'application/problem+json') return '';
  const { members = [] } = JSON.parse(text) as ProblemDocument;
  return members.map(({ key, reason }) => `${key}=${reason}`).join(' ');
}
