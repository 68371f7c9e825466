import type { Socket } from 'node:net';
import { RequestIds } from '../http/request-ids.js';
import { readTarget } from '../http/request-line.js';
import { unverifiedReader } from '../http/token.js';
import { compressed } from '../http/compression.js';
import { type CorsPolicy, corsLines, preflightReply, withCors } from '../http/cors.js';
import { overLimits } from '../http/limits.js';
import type { RecordedRequest } from '../http/recorded-request.js';
import type { Answering } from '../http/recording-server.js';
import { emptyReply, type HeaderLine, type Reply, unhandledException, valuesOf, withHeaders } from '../http/reply.js';
import { Access, fallbackDemand } from './access.js';
import type { InstanceFacts, Route } from './call.js';
import { unixMs } from './instant.js';
import { Instead } from './outcome.js';
import type { PrimaryState } from './primary-state.js';
import { Query } from './query.js';
import { Router } from './router.js';
import { routes } from './routes.js';
import { rulesOf, type VersionRules } from './version.js';

/** What of a fake the pipeline reads anew for each request. */
export interface PipelineSource {
  readonly facts: InstanceFacts;
  readonly state: PrimaryState;
  readonly cors: CorsPolicy;
  readonly isCompressing: boolean;
}

/** From a request to a reply, in ServiceControl's order (hosting 1). */
export class Pipeline implements Answering {
  private readonly requestIds = new RequestIds();
  private readonly routers = new Map<string, Router<Route>>();

  constructor(private readonly source: PipelineSource) {}

  answer(request: RecordedRequest, socket: Socket): Reply {
    const refused = overLimits(request);
    if (refused !== undefined) return refused;
    const rules = rulesOf(this.source.facts.version);
    const ids: readonly HeaderLine[] = rules.knowsPermissions ? [['Request-Id', this.requestIds.next(socket)]] : [];
    const preflight = preflightReply(request, this.source.cors);
    if (preflight !== undefined) return withServer(withHeaders(preflight, ids));

    const access = this.accessOf(request, rules);
    const reply = this.routed(request, rules, access);
    if (reply.origin === 'crash') return withServer(reply);
    const own = reply.origin === 'relay' ? [] : ids;
    const cors = corsLines(request, this.source.cors, this.exposedHeaders(rules));
    return withServer(withCors(withHeaders(reply, [...access.headers, ...own]), cors));
  }

  /** Nothing is compressed that came over HTTPS, as the nearest proxy says. */
  encode(reply: Reply, request: RecordedRequest): Reply {
    const isHttps = request.header('X-Forwarded-Proto')?.split(',')[0]?.trim().toLowerCase() === 'https';
    if (!this.source.isCompressing || isHttps) return reply;
    return compressed(reply, request.header('Accept-Encoding'));
  }

  private routed(request: RecordedRequest, rules: VersionRules, access: Access): Reply {
    const line = readTarget(request.target);
    const { table, router } = this.routesOf(rules);
    const found = router.match(line, request.method);
    const refusal = access.refuse(found.kind === 'route' ? found.route : fallbackDemand);
    if (refusal !== undefined) return refusal;
    if (found.kind === 'not-found') return { ...emptyReply(404), origin: 'pipeline' };
    if (found.kind === 'wrong-method') return { ...emptyReply(405, [['Allow', found.allow]]), origin: 'pipeline' };
    const { facts: instance, state } = this.source;
    const call = { request, query: new Query(line), values: found.values, access, instance, state, table };
    return this.withControllerHeaders(run(() => found.route.answer(call)));
  }

  private withControllerHeaders(reply: Reply): Reply {
    if (reply.origin !== 'controller') return reply;
    const cache: readonly HeaderLine[] =
      valuesOf(reply.headers, 'Cache-Control').length === 0 ? [['Cache-Control', 'private, max-age=0']] : [];
    return withHeaders(reply, [['X-Particular-Version', this.source.facts.version], ...cache, ['Vary', 'Accept']]);
  }

  private accessOf(request: RecordedRequest, rules: VersionRules): Access {
    const readToken = unverifiedReader(() => unixMs(this.source.state.settings.clock()));
    return new Access(this.source.facts.authentication, rules, request.header('Authorization'), readToken);
  }

  private routesOf(rules: VersionRules): { readonly table: readonly Route[]; readonly router: Router<Route> } {
    const { version, generation } = this.source.facts;
    const table = routes.filter((row) => rules.since(row.since) && (generation === 'next' || !row.isOfNext));
    const key = `${version} ${generation}`;
    const router = this.routers.get(key) ?? new Router(table);
    this.routers.set(key, router);
    return { table, router };
  }

  private exposedHeaders(rules: VersionRules): string {
    const base = 'ETag,Last-Modified,Link,Total-Count,X-Particular-Version,Content-Disposition';
    const ids = rules.knowsPermissions ? ',Request-Id' : '';
    return base + ids + (this.source.facts.generation === 'next' ? ',X-Particular-Incomplete-Results' : '');
  }
}

/** An answer thrown on purpose counts; any other error is an exception that nobody handles. */
function run(answer: () => Reply): Reply {
  try {
    return answer();
  } catch (error) {
    return error instanceof Instead ? error.reply : unhandledException;
  }
}

function withServer(reply: Reply): Reply {
  return withHeaders(reply, [['Server', 'Kestrel']]);
}
