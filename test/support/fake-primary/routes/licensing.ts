import {
  emptyReply,
  type HeaderLine,
  jsonReply,
  type Reply,
  rowsReply,
  textReply,
  unhandledException,
} from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import { readJson, readTexts } from '../json-body.js';
import { type JsonOut, jsonText } from '../json-out.js';
import { Instead } from '../outcome.js';
import { invalid } from '../problems.js';
import { route, since } from '../route.js';
import { attachment, reportName, reportText } from '../usage-report.js';
import { usageHash, type UsageSummary } from '../usage.js';
import { rulesOf } from '../version.js';
import { zipOf } from '../zip.js';

/** Usage of endpoints, as licensing wants it (licensing 3). */
export const licensing = since('5.4.0', [
  ...route('GET licensing/endpoints', 'error:throughput:view', listed),
  ...route('POST licensing/endpoints/update', 'error:throughput:manage', update),
  ...route('GET licensing/report/available', 'error:throughput:view', available),
  ...route('GET licensing/report/file', 'error:throughput:view', report),
  ...route('GET licensing/settings/info', 'error:throughput:view', settingsInfo),
  ...route('GET licensing/settings/test', 'error:throughput:view', settingsTest),
  ...route('GET licensing/settings/masks', 'error:throughput:view', ({ state }) =>
    rowsReply(state.usage.masks.map((mask) => JSON.stringify(mask))),
  ),
  ...route('POST licensing/settings/masks/update', 'error:throughput:manage', replaceMasks),
]);

function listed({ state, instance }: PrimaryCall): Reply {
  const summaries = state.usage.summaries(state.settings.clock());
  return rowsReply(summaries.map((summary) => jsonText(summaryOut(summary, instance.version))));
}

/** Hashes and average came with 6.19, which lost the largest month; months came with 6.17. */
function summaryOut(summary: UsageSummary, version: string): JsonOut {
  const rules = rulesOf(version);
  const hasHashes = rules.since('6.19.0-alpha');
  const hasLargestMonth = rules.since('6.5.0') && !hasHashes;
  const months = summary.monthly.map(([month, throughput]) => ({ month, throughput }));
  return {
    name: summary.name,
    name_hash: hasHashes ? usageHash(summary.name) : undefined,
    scope: hasHashes ? summary.scope : undefined,
    scope_hash: hasHashes && summary.scope !== undefined ? usageHash(summary.scope) : undefined,
    is_known_endpoint: summary.isKnownEndpoint,
    user_indicator: summary.userIndicator,
    max_daily_throughput: summary.maxDaily,
    max_monthly_throughput: hasLargestMonth ? Math.max(0, ...months.map(({ throughput }) => throughput)) : undefined,
    monthly_throughput: rules.since('6.17.0-alpha') ? months : undefined,
    average_monthly_throughput: hasHashes ? summary.averageMonthly : undefined,
  };
}

/** Unknown names are ignored; the same name twice is more than the member can bear. */
function update({ request, state }: PrimaryCall): Reply {
  const choices = readChoices(readJson(request));
  const { isEf } = state.persister;
  const key = (name: string): string => (isEf ? name.toLowerCase() : name);
  if (new Set(choices.map(({ name }) => key(name))).size < choices.length) return unhandledException;
  for (const { name, userIndicator } of choices) state.usage.choose(name, userIndicator, (a, b) => key(a) === key(b));
  return emptyReply(200);
}

function readChoices(body: unknown): readonly { readonly name: string; readonly userIndicator: string }[] {
  if (!Array.isArray(body)) throw new Instead(invalid({ $: ['The JSON value could not be converted.'] }));
  return body.map((item: unknown) => {
    const members = new Map(Object.entries(item ?? {}).map(([name, value]) => [name.toLowerCase(), value as unknown]));
    const [name, userIndicator] = [members.get('name'), members.get('user_indicator')];
    if (typeof name === 'string' && typeof userIndicator === 'string') return { name, userIndicator };
    throw new Instead(invalid({ $: ['JSON deserialization was missing required properties.'] }));
  });
}

function available(call: PrimaryCall): Reply {
  const reason = refusal(call);
  const { name: transport } = call.state.usageTransport;
  return jsonReply(jsonText({ transport, report_can_be_generated: reason === '', reason }));
}

/** Yesterday is the newest day that counts. */
function refusal({ state }: PrimaryCall): string {
  const now = state.settings.clock();
  if (!state.usageTransport.hasBrokerData)
    return state.usage.hasRecentData(now, { newest: 1 })
      ? ''
      : 'Need at least one day of usage data in the last 30 days.';
  return state.usage.hasRecentData(now, { source: 'Broker', newest: 1 })
    ? ''
    : 'Need at least one day of usage data in the last 30 days from the configured broker.';
}

/** Written before any filter runs, so without version and caching headers, granted or refused. */
function report(call: PrimaryCall): Reply {
  const { state, instance } = call;
  const reason = refusal(call);
  if (reason !== '')
    return {
      ...textReply(400, 'text/plain; charset=utf-8', `Report cannot be generated \u2013 ${reason}`),
      origin: 'pipeline',
    };
  const now = state.settings.clock();
  const { registeredTo: customer } = state.license;
  const name = reportName(customer, now);
  const text = reportText({
    customer,
    now,
    summaries: state.usage.summaries(now),
    masks: state.usage.masks,
    transport: state.usageTransport,
    version: instance.version,
    pulseVersion: call.query.text('spVersion') ?? 'Unknown',
  });
  const headers: readonly HeaderLine[] = [
    ['Content-Type', 'application/zip'],
    ['Content-Disposition', attachment(`${name}.zip`)],
  ];
  return { status: 200, headers, body: zipOf(`${name}.json`, Buffer.from(text)), origin: 'pipeline' };
}

function settingsInfo({ state }: PrimaryCall): Reply {
  const { name, settings } = state.usageTransport;
  const described = (setting: string): JsonOut => ({ name: setting, description: `The value of ${setting}.` });
  return jsonReply(
    jsonText({
      service_control_settings: [],
      monitoring_settings: name === 'MSMQ' ? [described('Monitoring/ServiceControlThroughputDataQueue')] : [],
      broker_settings: settings.map((setting) => described(`LicensingComponent/${setting}`)),
    }),
  );
}

/** 200 even when everything fails. Without a broker query the broker's result is false without a word. */
function settingsTest({ state, instance }: PrimaryCall): Reply {
  const { name, hasBrokerData } = state.usageTransport;
  const unreachable = instance.audits.filter(({ outcome }) => outcome !== 'answers');
  const hasMonitoring = state.usage.hasRecentData(state.settings.clock(), { source: 'Monitoring', newest: 0 });
  const audits = instance.audits.map(({ shownUri }) => shownUri).join('\n');
  return jsonReply(
    jsonText({
      transport: name,
      audit_connection_result: {
        connection_successful: unreachable.length === 0,
        connection_error_messages: unreachable.map(({ shownUri }) => `No version known of the audit at ${shownUri}`),
        diagnostics: instance.audits.length === 0 ? 'No Audit Instances configured' : audits,
      },
      monitoring_connection_result: {
        connection_successful: hasMonitoring,
        connection_error_messages: [],
        diagnostics: `${hasMonitoring ? 'Data' : 'No data'} in the last 30 days\nListening on ServiceControl.ThroughputData`,
      },
      broker_connection_result: {
        connection_successful: hasBrokerData && state.brokerFault === undefined,
        connection_error_messages: hasBrokerData && state.brokerFault !== undefined ? [state.brokerFault] : [],
        diagnostics: hasBrokerData ? 'Settings in use: none' : '',
      },
    }),
  );
}

/** Order and duplicates are kept. */
function replaceMasks({ request, state }: PrimaryCall): Reply {
  state.usage.masks = readTexts(request).map((mask) => mask ?? '');
  return emptyReply(200);
}
