import { randomUUID } from 'node:crypto';

/**
 * The id of one request, in logs, in problems and towards members: a known proxy's W3C trace id or `X-Request-Id` when
 * it is valid, else a new one.
 */
export function requestIdFrom(headers: Readonly<Record<string, string | undefined>>, fromKnownProxy: boolean): string {
  if (!fromKnownProxy) return randomUUID();
  const trace = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(headers['traceparent'] ?? '')?.[1];
  if (trace !== undefined && !/^0+$/.test(trace)) return trace;
  const given = headers['x-request-id'] ?? '';
  return /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
