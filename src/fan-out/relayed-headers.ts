import type { ReplyHeaders } from '../transports/member-transport.js';

/** Response headers of a member that a caller may see, in their usual spelling (decision 48). */
const allowed = {
  'content-type': 'Content-Type',
  'content-disposition': 'Content-Disposition',
  'x-particular-version': 'X-Particular-Version',
  'x-particular-reason': 'X-Particular-Reason',
  'request-id': 'Request-Id',
  'total-count': 'Total-Count',
} as const;

/** The allow-listed headers of one member's whole reply. */
export function relayedHeaders(headers: ReplyHeaders): Record<string, string | readonly string[]> {
  const relayed: Record<string, string | readonly string[]> = {};
  for (const [name, spelled] of Object.entries(allowed)) {
    const value = headers[name];
    if (value !== undefined) relayed[spelled] = value;
  }
  return relayed;
}

/** The same for a body that is streamed: its length and coding belong to the bytes. */
export function relayedStreamHeaders(headers: ReplyHeaders): Record<string, string | readonly string[]> {
  return {
    ...relayedHeaders(headers),
    ...(headers['content-length'] === undefined ? {} : { 'Content-Length': headers['content-length'] }),
    ...(headers['content-encoding'] === undefined ? {} : { 'Content-Encoding': headers['content-encoding'] }),
  };
}
