import { jsonReply, type Reply } from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import { instantOf, type Ticks, ticksFrom, ticksPerSecond } from '../instant.js';
import { readObject } from '../json-body.js';
import { type JsonOut, jsonText } from '../json-out.js';
import { ofNext, route } from '../route.js';

/** Only in next (contract 11.4, 11.5). */
export const maintenance = ofNext([
  ...route('POST maintenance/retention/purge', 'error:retention:purge', purge),
  ...route('GET maintenance/retention/purge/status', 'error:retention:purge', purgeStatus),
  ...route('GET platform-health', 'error:customchecks:view', platformHealth),
]);

const notSupported = { status: 'notSupported', reason: 'RavenDB expires documents by itself.' };
const usualRetentionDays = 10n;

/** Starts at once and ends with the next tick. */
function purge({ request, state }: PrimaryCall): Reply {
  if (!state.persister.isEf) return answer(501, notSupported);
  const body = readObject(request);
  const now = state.settings.clock();
  const usual = now.ticks - usualRetentionDays * 86_400n * ticksPerSecond;
  const [errors, events] = ['error_cutoff', 'events_cutoff'].map((name) => cutoff(body.get(name), usual, now.ticks));
  if (errors === undefined || events === undefined)
    return answer(400, { status: 'error', reason: 'A cutoff needs an offset and must not lie in the future.' });
  if (state.purge.isRunning)
    return answer(409, { status: 'alreadyRunning', started_at: state.purge.lastStartedAt?.text });
  const [errorCutoff, eventsCutoff] = [instantOf(errors).text, instantOf(events).text];
  state.purge = {
    ...state.purge,
    isRunning: true,
    lastStartedAt: now,
    lastErrorCutoff: errorCutoff,
    lastEventsCutoff: eventsCutoff,
    lastOutcome: undefined,
  };
  state.commands.send('RetentionPurge', '', () => {
    state.purge = {
      ...state.purge,
      isRunning: false,
      lastFinishedAt: state.settings.clock(),
      lastOutcome: 'succeeded',
    };
  });
  return answer(202, {
    status: 'started',
    started_at: now.text,
    error_cutoff: errorCutoff,
    events_cutoff: eventsCutoff,
  });
}

function cutoff(value: unknown, usual: Ticks, now: Ticks): Ticks | undefined {
  if (value === undefined || value === null) return usual;
  if (typeof value !== 'string' || !/(Z|[+-]\d\d:\d\d)$/i.test(value)) return undefined;
  const ticks = ticksFrom(value);
  return ticks === undefined || ticks > now ? undefined : ticks;
}

function purgeStatus({ state }: PrimaryCall): Reply {
  if (!state.persister.isEf) return answer(501, { reason: notSupported.reason });
  const { purge: last } = state;
  return answer(200, {
    is_running: last.isRunning,
    last_started_at: last.lastStartedAt?.text,
    last_finished_at: last.lastFinishedAt?.text,
    last_error_cutoff: last.lastErrorCutoff,
    last_events_cutoff: last.lastEventsCutoff,
    last_outcome: last.lastOutcome,
    last_error: last.lastError,
  });
}

function platformHealth({ state, instance }: PrimaryCall): Reply {
  const failing = state.checks.all().filter(({ failureReason }) => failureReason !== undefined);
  const now = state.settings.clock().text;
  const own = {
    id: instance.instanceId,
    name: state.configuration.instanceName,
    kind: 'error',
    role: 'primary',
    api_url: `${instance.origin}/api`,
    version: instance.version,
    health: failing.length === 0 ? 'healthy' : 'degraded',
    observed_at: now,
    metadata_observed_at: now,
    health_signals_status: 'reported',
    issues: [],
  };
  return answer(200, {
    status: failing.length === 0 ? 'healthy' : 'unhealthy',
    severity: failing.length === 0 ? 'none' : 'error',
    alerts: [],
    instances: [own],
  });
}

function answer(status: number, body: JsonOut): Reply {
  return { ...jsonReply(jsonText(body)), status };
}
