import type { Socket } from 'node:net';
import { Access, type Authentication, fallbackDemand } from '../fake-primary/access.js';
import { rulesOf, shownVersion, type VersionRules } from '../fake-primary/version.js';
import { type CorsPolicy, corsLines, preflightReply, withCors } from '../http/cors.js';
import { overLimits } from '../http/limits.js';
import type { RecordedRequest } from '../http/recorded-request.js';
import type { Answering } from '../http/recording-server.js';
import { emptyReply, type HeaderLine, type Reply, withHeaders } from '../http/reply.js';
import { MetricsAnswers } from './metrics-answers.js';
import type { MonitoringState } from './monitoring-state.js';
import { RequestIds } from '../http/request-ids.js';
import { readTarget } from '../http/request-line.js';
import { match } from './router.js';
import type { MonitoringLicense } from './routes.js';
import { unverifiedReader } from '../http/token.js';

/** What of a fake the pipeline reads anew for each request. */
export interface PipelineSource {
  readonly version: string;
  readonly authentication: Authentication;
  readonly cors: CorsPolicy;
  readonly license: MonitoringLicense;
  readonly metricsQueue: string;
  /** The instance's own clock, in milliseconds since 1970. */
  now(): number;
  /** What endpoints have reported up to now. */
  currentState(): MonitoringState;
}

/** From a request to a reply, in ServiceControl's order (hosting 1). */
export class Pipeline implements Answering {
  private readonly requestIds = new RequestIds();

  constructor(private readonly source: PipelineSource) {}

  answer(request: RecordedRequest, socket: Socket): Reply {
    return withHeaders(this.answerOf(request, socket), [['Server', 'Kestrel']]);
  }

  /** Monitoring never compresses (hosting 1). */
  encode(reply: Reply): Reply {
    return reply;
  }

  private answerOf(request: RecordedRequest, socket: Socket): Reply {
    const refused = overLimits(request);
    if (refused !== undefined) return refused;
    const rules = rulesOf(this.source.version);
    const ids: readonly HeaderLine[] = rules.knowsPermissions ? [['Request-Id', this.requestIds.next(socket)]] : [];
    const preflight = preflightReply(request, this.source.cors);
    if (preflight !== undefined) return withHeaders(preflight, ids);

    const readToken = unverifiedReader(() => this.source.now());
    const access = new Access(this.source.authentication, rules, request.header('Authorization'), readToken);
    const reply = this.routed(request, rules, access);
    if (reply.origin === 'crash') return reply;
    const cors = corsLines(request, this.source.cors, exposedHeaders(rules));
    return withCors(withHeaders(reply, [...access.headers, ...ids]), cors);
  }

  private routed(request: RecordedRequest, rules: VersionRules, access: Access): Reply {
    const line = readTarget(request.target);
    const found = match(line, request.method, rules);
    const refusal = access.refuse(found.kind === 'route' ? found.route : fallbackDemand);
    if (refusal !== undefined) return refusal;
    if (found.kind === 'not-found') return { ...emptyReply(404), origin: 'pipeline' };
    if (found.kind === 'wrong-method') return { ...emptyReply(405, [['Allow', found.allow]]), origin: 'pipeline' };

    const state = this.source.currentState();
    const { metricsQueue, license } = this.source;
    const version = shownVersion(this.source.version);
    const reply = found.route.answer({
      line,
      values: found.values,
      access,
      instance: { version, metricsQueue, license },
      metrics: new MetricsAnswers(state, () => this.source.now(), rules),
      removeInstance: (endpoint, instanceId) => {
        state.registry.remove(endpoint, instanceId);
      },
    });
    return reply.origin === 'controller' ? withHeaders(reply, controllerHeaders(version, this.source.now())) : reply;
  }
}

/** What answers made by a controller carry, 400 included (monitoring-api 1.3). */
function controllerHeaders(version: string, now: number): readonly HeaderLine[] {
  return [
    ['X-Particular-Version', version],
    ['Cache-Control', 'private, max-age=0, no-cache, must-revalidate, proxy-revalidate, no-store'],
    ['Expires', 'Tue, 03 Jul 2001 06:00:00 GMT'],
    ['Pragma', 'no-cache'],
    ['Last-Modified', new Date(now).toUTCString()],
    ['Vary', 'Accept'],
  ];
}

function exposedHeaders(rules: VersionRules): string {
  const always = 'ETag,Last-Modified,Link,Total-Count,X-Particular-Version';
  return rules.knowsPermissions ? `${always},Request-Id` : always;
}
