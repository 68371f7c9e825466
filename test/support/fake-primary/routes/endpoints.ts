import { emptyReply, jsonReply, type Reply, rowsReply } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { canonicalGuid, deterministicGuid, isGuid } from '../deterministic-guid.js';
import type { MonitoredEndpoint } from '../endpoints.js';
import { type Endpoint, endpointOut } from '../failed-message.js';
import { readObject } from '../json-body.js';
import { type JsonOut, jsonText } from '../json-out.js';
import { links, totalCount } from '../list-reply.js';
import { Instead } from '../outcome.js';
import { readPage } from '../paging.js';
import { ordinal } from '../persister.js';
import { invalid, problem } from '../problems.js';
import { anonymous, route } from '../route.js';
import { askAudits } from '../scatter-gather.js';

/** Contract 12.4. */
export const endpoints = [
  ...route('GET endpoints', 'error:endpoints:view', monitored),
  ...anonymous('OPTIONS endpoints', supportedMethods),
  ...route('GET endpoints/known', 'error:endpoints:view', known),
  ...route('PATCH endpoints/{endpointId}', 'error:endpoints:manage', change),
  ...route('DELETE endpoints/{endpointId}', 'error:endpoints:delete', remove),
  ...route('GET heartbeats/stats', 'error:heartbeats:view', stats),
];

function monitored(call: PrimaryCall): Reply {
  return rowsReply(inHashOrder(call, call.state.endpoints.all()).map((endpoint) => jsonText(monitoredOut(endpoint))));
}

function monitoredOut({ id, name, host, isMonitored, heartbeat, lastReportAt }: MonitoredEndpoint): JsonOut {
  return {
    id,
    name,
    host_display_name: host,
    monitored: isMonitored,
    monitor_heartbeat: isMonitored,
    heartbeat_information: heartbeat && { last_report_at: lastReportAt.text, reported_status: heartbeat },
    is_sending_heartbeats: heartbeat !== undefined,
  };
}

/** All rows whatever the page, although links are computed from it. */
function known(call: PrimaryCall): Reply {
  const page = readPage(call.query);
  const ofAudits = askAudits<readonly Endpoint[]>(call, ({ spec }) => spec.knownEndpoints ?? [], []);
  const all = [...call.state.endpoints.all(), ...ofAudits.flatMap(({ answer }) => answer ?? [])];
  const byId = new Map<string, Endpoint>();
  for (const endpoint of all) {
    const id = deterministicGuid(endpoint.name, endpoint.hostId);
    if (!byId.has(id)) byId.set(id, endpoint);
  }
  const rows = inHashOrder(
    call,
    [...byId].map(([id, endpoint]) => ({ ...endpoint, id })),
  ).map((endpoint) =>
    jsonText({ id: endpoint.id, endpoint_details: endpointOut(endpoint), host_display_name: endpoint.host }),
  );
  return rowsReply(rows, [totalCount(rows.length), ...links(call, { page, total: rows.length })]);
}

/** Three lines, and a promise that CORS takes back. */
function supportedMethods(): Reply {
  return emptyReply(200, [
    ['Allow', 'GET'],
    ['Allow', 'DELETE'],
    ['Allow', 'PATCH'],
    ['Access-Control-Expose-Headers', 'Allow'],
  ]);
}

/** A missing property means false. */
function change(call: PrimaryCall): Reply {
  const body = readObject(call.request);
  const endpoint = addressed(call);
  const value = body.get('monitor_heartbeat') ?? false;
  if (typeof value !== 'boolean') return invalid({ '$.monitor_heartbeat': ['The JSON value is not a boolean.'] });
  if (endpoint === undefined) return problem(404);
  endpoint.isMonitored = value;
  call.state.events.info('Endpoints', 'MonitoringEnabledForEndpoint', {
    description: 'Endpoint configuration updated.',
    relatedTo: [`/endpoint/${endpoint.name}`],
  });
  return emptyReply(202);
}

function remove(call: PrimaryCall): Reply {
  const endpoint = addressed(call);
  if (endpoint === undefined) return problem(404);
  call.state.endpoints.remove(endpoint.id);
  return emptyReply(204);
}

function addressed(call: PrimaryCall): MonitoredEndpoint | undefined {
  const id = valueAt(call, 0);
  if (!isGuid(id)) throw new Instead(invalid({ endpointId: [`The value '${id}' is not valid.`] }));
  return call.state.endpoints.find(canonicalGuid(id));
}

/** Monitored instances only. */
function stats({ state }: PrimaryCall): Reply {
  const counted = state.endpoints.all().filter(({ isMonitored }) => isMonitored);
  const active = counted.filter(({ heartbeat }) => heartbeat === 'beating').length;
  return jsonReply(jsonText({ active, failing: counted.length - active }));
}

/** Neither the order in which they came nor any other that means something. */
function inHashOrder<Item extends { readonly id: string }>(call: PrimaryCall, items: readonly Item[]): readonly Item[] {
  const accident = ({ id }: Item): string => deterministicGuid(call.state.messages.accident, id);
  return [...items].sort((a, b) => ordinal(accident(a), accident(b)));
}
