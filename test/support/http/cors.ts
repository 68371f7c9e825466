import type { RecordedRequest } from './recorded-request.js';
import { emptyReply, type HeaderLine, type Reply, withoutHeader } from './reply.js';

/** Which pages of other origins may read answers (hosting 7). */
export type CorsPolicy = 'any' | 'none' | readonly string[];

/** What an answer says to a page of another origin; empty without `Origin` and for origins not allowed. */
export function corsLines(request: RecordedRequest, policy: CorsPolicy, exposed: string): readonly HeaderLine[] {
  const allowed = allowedOrigin(request.header('Origin'), policy);
  return allowed === undefined ? [] : [...allowed, ['Access-Control-Expose-Headers', exposed]];
}

/** The answer to a real preflight, also for an origin not allowed; `undefined` for every other request. */
export function preflightReply(request: RecordedRequest, policy: CorsPolicy): Reply | undefined {
  const origin = request.header('Origin');
  const isPreflight = request.method === 'OPTIONS' && request.header('Access-Control-Request-Method') !== undefined;
  if (!isPreflight || origin === undefined) return undefined;
  const allowed = allowedOrigin(origin, policy);
  if (allowed === undefined) return { ...emptyReply(204), origin: 'pipeline' };
  const headers: readonly HeaderLine[] = [
    ...allowed,
    ['Access-Control-Allow-Headers', 'Origin,X-Requested-With,Content-Type,Accept,Authorization'],
    ['Access-Control-Allow-Methods', 'POST,GET,PUT,DELETE,OPTIONS,PATCH,HEAD'],
  ];
  return { ...emptyReply(204, headers), origin: 'pipeline' };
}

/** A controller's own expose header gives way to the policy's. */
export function withCors(reply: Reply, lines: readonly HeaderLine[]): Reply {
  if (lines.length === 0) return reply;
  return { ...reply, headers: [...withoutHeader(reply.headers, 'Access-Control-Expose-Headers'), ...lines] };
}

function allowedOrigin(origin: string | undefined, policy: CorsPolicy): readonly HeaderLine[] | undefined {
  if (origin === undefined || policy === 'none') return undefined;
  if (policy === 'any') return [['Access-Control-Allow-Origin', '*']];
  if (!policy.includes(origin)) return undefined;
  const varies: readonly HeaderLine[] = policy.length > 1 ? [['Vary', 'Origin']] : [];
  return [['Access-Control-Allow-Origin', origin], ['Access-Control-Allow-Credentials', 'true'], ...varies];
}
