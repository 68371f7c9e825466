import type { RecordedRequest } from './recording.js';
import { emptyReply, type Reply } from './reply.js';

/** Which pages of other origins may read answers (hosting 7). */
export type CorsPolicy = 'any' | 'none' | readonly string[];

const exposed = 'ETag,Last-Modified,Link,Total-Count,X-Particular-Version';

/** What answers made by a controller carry, 400 included (monitoring-api 1.3). */
export function controllerHeaders(version: string, now: number): Reply['headers'] {
  return [
    ['X-Particular-Version', version],
    ['Cache-Control', 'private, max-age=0, no-cache, must-revalidate, proxy-revalidate, no-store'],
    ['Expires', 'Tue, 03 Jul 2001 06:00:00 GMT'],
    ['Pragma', 'no-cache'],
    ['Last-Modified', new Date(now).toUTCString()],
    ['Vary', 'Accept'],
  ];
}

/** What an answer says to a page of another origin; empty without `Origin` and for origins not allowed. */
export function corsHeaders(request: RecordedRequest, policy: CorsPolicy, exposesRequestId: boolean): Reply['headers'] {
  const allowed = allowedOrigin(request.header('Origin'), policy);
  return allowed === undefined
    ? []
    : [...allowed, ['Access-Control-Expose-Headers', exposesRequestId ? `${exposed},Request-Id` : exposed]];
}

/** The answer to a real preflight, also for an origin not allowed; `undefined` for every other request. */
export function preflightReply(request: RecordedRequest, policy: CorsPolicy): Reply | undefined {
  const isPreflight =
    request.method === 'OPTIONS' &&
    request.header('Origin') !== undefined &&
    request.header('Access-Control-Request-Method') !== undefined;
  if (!isPreflight) return undefined;
  const allowed = allowedOrigin(request.header('Origin'), policy);
  if (allowed === undefined) return emptyReply(204);
  return emptyReply(204, [
    ...allowed,
    ['Access-Control-Allow-Headers', 'Origin,X-Requested-With,Content-Type,Accept,Authorization'],
    ['Access-Control-Allow-Methods', 'POST,GET,PUT,DELETE,OPTIONS,PATCH,HEAD'],
  ]);
}

/** The expose header of a controller gives way to the policy's, so a page cannot read `Allow` (monitoring-api 3.2). */
export function withCors(reply: Reply, cors: Reply['headers']): Reply {
  if (cors.length === 0) return reply;
  const own = reply.headers.filter(([name]) => name !== 'Access-Control-Expose-Headers');
  return { ...reply, headers: [...own, ...cors] };
}

function allowedOrigin(origin: string | undefined, policy: CorsPolicy): Reply['headers'] | undefined {
  if (origin === undefined || policy === 'none') return undefined;
  if (policy === 'any') return [['Access-Control-Allow-Origin', '*']];
  if (!policy.includes(origin)) return undefined;
  const varies: Reply['headers'] = policy.length > 1 ? [['Vary', 'Origin']] : [];
  return [['Access-Control-Allow-Origin', origin], ['Access-Control-Allow-Credentials', 'true'], ...varies];
}
