import type { Access, Demand } from '../fake-primary/access.js';
import { toEscapedJson, toJson, type JsonOut } from './dotnet-json.js';
import { type HistoryPeriod, readHistory } from './history.js';
import type { MetricsAnswers } from './metrics-answers.js';
import { emptyReply, jsonReply, type Reply, textReply, unhandledException } from '../http/reply.js';
import { firstValue, type RequestLine } from '../http/request-line.js';

/** What a route needs to answer. */
export interface RouteCall {
  readonly line: RequestLine;
  /** Decoded values of the `{...}` parts of the template, in order. */
  readonly values: readonly string[];
  readonly access: Access;
  readonly instance: InstanceFacts;
  readonly metrics: MetricsAnswers;
  removeInstance(endpoint: string, instanceId: string): void;
}

/** What an instance says about itself. */
export interface InstanceFacts {
  /** Without build metadata. */
  readonly version: string;
  readonly metricsQueue: string;
  readonly license: MonitoringLicense;
}

/** `GET license` (monitoring-api 3.4). */
export interface MonitoringLicense {
  readonly trialLicense: boolean;
  readonly edition: string;
  readonly registeredTo: string;
  /** Such as `2026-12-31T00:00:00.0000000`, or empty. */
  readonly upgradeProtectionExpiration: string;
  readonly expirationDate: string;
  readonly status: 'valid' | 'invalid';
}

/** One line of the route table. */
export interface Route extends Demand {
  readonly method: string;
  /** As `my/routes` lists it. */
  readonly template: string;
  /** First version that has it. */
  readonly since: string;
  readonly answer: (call: RouteCall) => Reply;
}

const endpointView = { isAnonymous: false, permission: 'monitoring:endpoint:view', since: '0.0.0' } as const;
const open = { isAnonymous: true, permission: undefined, since: '0.0.0' } as const;

/** Every route of ServiceControl.Monitoring (monitoring-api 2); literal parts win over parameters. */
export const routes: readonly Route[] = [
  { ...open, method: 'GET', template: '/', answer: root },
  { ...open, method: 'OPTIONS', template: '/', since: '4.8.0', answer: supportedMethods },
  { ...endpointView, method: 'GET', template: '/monitored-endpoints', answer: endpoints },
  { ...endpointView, method: 'GET', template: '/monitored-endpoints/disconnected', answer: disconnected },
  { ...endpointView, method: 'GET', template: '/monitored-endpoints/{endpointName}', answer: details },
  {
    ...endpointView,
    permission: 'monitoring:endpoint:delete',
    method: 'DELETE',
    template: '/monitored-instance/{endpointName}/{instanceId}',
    answer: removeInstance,
  },
  {
    ...endpointView,
    permission: 'monitoring:connection:view',
    method: 'GET',
    template: '/connection',
    answer: connection,
  },
  { ...endpointView, permission: 'monitoring:license:view', method: 'GET', template: '/license', answer: license },
  {
    method: 'GET',
    template: '/api/my/routes',
    isAnonymous: false,
    permission: undefined,
    since: '6.18.0',
    answer: myRoutes,
  },
];

function root({ instance }: RouteCall): Reply {
  return json({ instanceType: 'monitoring', version: instance.version });
}

function supportedMethods(): Reply {
  return emptyReply(200, [
    ['Allow', 'GET'],
    ['Allow', 'DELETE'],
    ['Allow', 'PATCH'],
    ['Access-Control-Expose-Headers', 'Allow'],
  ]);
}

function endpoints({ line, metrics }: RouteCall): Reply {
  return withHistory(line, (period) => metrics.endpoints(period));
}

function details({ line, values: [name = ''], metrics }: RouteCall): Reply {
  return withHistory(line, (period) => metrics.details(name, period));
}

function disconnected({ metrics }: RouteCall): Reply {
  return json(metrics.disconnected());
}

function removeInstance({ values: [endpoint = '', instanceId = ''], ...call }: RouteCall): Reply {
  call.removeInstance(endpoint, instanceId);
  return emptyReply(200);
}

function connection({ instance }: RouteCall): Reply {
  const body = { Metrics: { Enabled: true, MetricsQueue: instance.metricsQueue, Interval: '00:00:01' } };
  return jsonReply(toEscapedJson(body));
}

function license({ line, instance }: RouteCall): Reply {
  const refresh = firstValue(line, 'refresh')?.trim() ?? '';
  return /^(true|false|)$/i.test(refresh) ? json({ ...instance.license }) : badValue('refresh', refresh);
}

/** With authentication off nothing can answer the demand for a token, so the call fails (hosting 4.1). */
function myRoutes({ access }: RouteCall): Reply {
  if (!access.isOn) return unhandledException;
  const shown = routes.filter((route) => access.shows(route));
  return json({
    roles: access.roles,
    routes: shown.map(({ method, template }) => ({ method, url_template: template })),
  });
}

function withHistory(line: RequestLine, answer: (period: HistoryPeriod) => JsonOut): Reply {
  const text = firstValue(line, 'history');
  const history = readHistory(text);
  if (history.kind === 'not-a-number') return badValue('history', text ?? '');
  if (history.kind === 'not-allowed') return unhandledException;
  return json(answer(history.period));
}

function json(body: JsonOut): Reply {
  return jsonReply(toJson(body));
}

function badValue(parameter: string, value: string): Reply {
  const problem = {
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
    title: 'One or more validation errors occurred.',
    status: 400,
    errors: { [parameter]: [`The value '${value}' is not valid.`] },
    traceId: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
  };
  return textReply(400, 'application/problem+json; charset=utf-8', toJson(problem));
}
