import type { FailedMessageSpec } from '../fake-primary/message-spec.js';
import type { RecordedRequest } from '../http/recorded-request.js';
import type { Installation, Part } from '../installation.js';
import { type Asked, ControlFault } from './asked.js';
import { setFaults } from './set-faults.js';

/** What one method of one action does to an installation; the result is the JSON answer, `undefined` is 204. */
export type Action = (installation: Installation, asked: Asked) => unknown;

/** Everything below `/installations/{key}/`, by its last segment and the method. */
export const actions: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  'failed-messages': { POST: addFailedMessages },
  tick: { POST: tick },
  settle: { POST: settle },
  stop: { POST: stopParts },
  start: { POST: startParts },
  version: { PUT: useVersion },
  persister: { PUT: usePersister },
  faults: { GET: listFaults, PUT: putFaults, DELETE: clearFaults },
  requests: { GET: listRequests, DELETE: clearRequests },
  'fault-log': { GET: ({ primary }) => primary.faultLog },
};

/** One row of `GET /installations`. */
export function describe(installation: Installation): Readonly<Record<string, unknown>> {
  const { primary, monitoring, member } = installation;
  return {
    ...member,
    persister: primary.persister.name,
    version: primary.version,
    monitoring_version: monitoring.version,
    listening: { primary: primary.isListening, monitoring: monitoring.isListening },
    failed_messages: primary.messages().length,
    requests: { primary: primary.requests.length, monitoring: monitoring.requests.length },
  };
}

const messageFields = [
  'messageId',
  'uniqueId',
  'messageType',
  'endpoint',
  'host',
  'sendingEndpoint',
  'queue',
  'exceptionType',
  'exceptionMessage',
  'stackTrace',
  'timeSent',
  'timeOfFailure',
  'lastModified',
  'status',
  'attempts',
  'isSystemMessage',
  'conversationId',
  'messageIntent',
  'headers',
  'body',
  'contentType',
  'editOf',
  'leadingExtra',
  'extra',
] as const satisfies readonly (keyof FailedMessageSpec)[];

function addFailedMessages({ primary }: Installation, asked: Asked): unknown {
  const like = messageSpec(asked.object('like') ?? {});
  return { ids: primary.hasFailedMessages(asked.count('count', 1), like) };
}

function messageSpec(value: Readonly<Record<string, unknown>>): FailedMessageSpec {
  const unknown = Object.keys(value).filter((field) => !messageFields.some((known) => known === field));
  if (unknown.length === 0) return value;
  throw new ControlFault(400, `like has no field ${unknown.join(', ')}; it has ${messageFields.join(', ')}`);
}

function tick({ primary }: Installation, asked: Asked): unknown {
  primary.tick(asked.count('times', 1));
  return turnedTo(primary);
}

function settle({ primary }: Installation): unknown {
  primary.settle();
  return turnedTo(primary);
}

function turnedTo({ state, faultLog }: Installation['primary']): unknown {
  return { settled: state.isSettled, faults_logged: faultLog.length };
}

async function stopParts(installation: Installation, asked: Asked): Promise<void> {
  await Promise.all(partsOf(asked).map((part) => installation.part(part).stop()));
}

async function startParts(installation: Installation, asked: Asked): Promise<void> {
  await Promise.all(partsOf(asked).map((part) => installation.part(part).start()));
}

function useVersion(installation: Installation, asked: Asked): void {
  const version = asked.text('version');
  for (const part of partsOf(asked)) installation.part(part).version = version;
}

async function usePersister(installation: Installation, asked: Asked): Promise<void> {
  await installation.usePersister(asked.oneOf('persister', ['ravendb', 'postgresql', 'sqlserver']));
}

function listFaults(installation: Installation, asked: Asked): unknown {
  return partsOf(asked).flatMap((part) =>
    installation
      .part(part)
      .faults.list()
      .map((given) => ({ part, ...given })),
  );
}

function putFaults(installation: Installation, asked: Asked): void {
  for (const part of partsOf(asked)) setFaults(installation.part(part).faults, asked.body);
}

function clearFaults(installation: Installation, asked: Asked): void {
  for (const part of partsOf(asked)) installation.part(part).faults.clear();
}

function listRequests(installation: Installation, asked: Asked): unknown {
  const method = asked.query.get('method') ?? '*';
  const path = asked.query.get('path') ?? '';
  const requests = partsOf(asked)
    .flatMap((part) =>
      installation
        .part(part)
        .requestsTo(method, path)
        .map((request) => shown(part, request)),
    )
    .sort((a, b) => a.at - b.at);
  return { count: requests.length, requests };
}

function shown(part: Part, request: RecordedRequest): { readonly at: number; readonly [field: string]: unknown } {
  const { method, target, headers, at, finished, endedAt, bytesSent } = request;
  return {
    part,
    method,
    target,
    headers,
    body: request.body.toString(),
    at,
    finished,
    ended_at: endedAt,
    bytes_sent: bytesSent,
  };
}

function clearRequests(installation: Installation, asked: Asked): void {
  for (const part of partsOf(asked)) installation.part(part).clearRequests();
}

/** `?part=primary` or `?part=monitoring`; both without it. */
function partsOf({ query }: Asked): readonly Part[] {
  const part = query.get('part');
  if (part === null) return ['primary', 'monitoring'];
  if (part === 'primary' || part === 'monitoring') return [part];
  throw new ControlFault(400, 'part must be primary or monitoring');
}
