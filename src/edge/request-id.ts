import { randomUUID } from 'node:crypto';

/** Version `ff` and ids of zeros only are not valid. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * The id of one request, in logs, in problems and towards members: a known proxy's W3C trace id or `X-Request-Id` when
 * it is valid, else a new one.
 */
export function requestIdFrom(headers: Readonly<Record<string, string | undefined>>, fromKnownProxy: boolean): string {
  if (!fromKnownProxy) return randomUUID();
  const trace = traceparent.exec(headers['traceparent'] ?? '')?.[1];
  if (trace !== undefined) return trace;
  const given = headers['x-request-id'] ?? '';
  return /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
