import type { Instant } from './instant.js';
import { dayOf, type UsageEntry, usageHash, type UsageSource, type UsageSummary } from './usage.js';
import type { UsageTransport } from './usage-transport.js';

/** What a report is made of. */
export interface ReportFacts {
  readonly customer: string;
  readonly summaries: readonly UsageSummary[];
  readonly masks: readonly string[];
  readonly transport: UsageTransport;
  readonly version: string;
  readonly pulseVersion: string;
  readonly now: Instant;
}

/** The report always ends at midnight of yesterday. */
export function reportName(customer: string, now: Instant): string {
  return `${customer}.throughput-report-${dayOf(now, 1n).replaceAll('-', '')}-000000`;
}

/** The only file of a report's archive (licensing 3.4); its signature is none that anybody could verify. */
export function reportText(facts: ReportFacts): string {
  const { customer, summaries, transport, now } = facts;
  const end = dayOf(now, 1n);
  const days = summaries.flatMap(({ entries }) => entries.flatMap((entry) => Object.keys(entry.days))).sort();
  const start = days[0] ?? end;
  const data = {
    CustomerName: customer,
    MessageTransport: transport.name,
    ReportMethod: transport.hasBrokerData ? 'Broker' : 'ServiceControl',
    ToolType: 'Platform Licensing Component',
    ToolVersion: facts.version,
    StartTime: `${start}T00:00:00+00:00`,
    EndTime: `${end}T00:00:00+00:00`,
    ReportDuration: '1.00:00:00',
    Queues: summaries.map((summary) => queueOf(summary, facts.masks)),
    TotalThroughput: summaries.reduce((sum, { maxDaily }) => sum + maxDaily, 0),
    TotalQueues: summaries.length,
    IgnoredQueues: [],
    EnvironmentInformation: {
      AuditServicesData: { Versions: {}, Transports: {} },
      EnvironmentData: { ServiceControlVersion: facts.version, ServicePulseVersion: facts.pulseVersion },
    },
  };
  return JSON.stringify({ ReportData: data, Signature: usageHash(JSON.stringify(data)) }, undefined, 2);
}

/** Whatever part of a name a mask covers. */
export function masked(text: string, masks: readonly string[]): string {
  return masks.reduce(
    (shown, mask, k) => (mask === '' ? shown : shown.replaceAll(mask, `REDACTED${String(k + 1)}`)),
    text,
  );
}

/** `attachment` with the name as a token, quoted, or as an encoded word when it is not ASCII. */
export function attachment(name: string): string {
  if (/^[!#$%&'*+\-.^_`|~0-9a-z]+$/i.test(name)) return `attachment; filename=${name}`;
  const isAscii = /^[ -~]*$/.test(name);
  const shown = isAscii
    ? name.replace(/["\\]/g, '\\$&')
    : `=?utf-8?B?${Buffer.from(name, 'utf8').toString('base64')}?=`;
  return `attachment; filename="${shown}"`;
}

function queueOf(summary: UsageSummary, masks: readonly string[]): object {
  const isNoEndpoint = summary.userIndicator === 'NotNServiceBusEndpoint';
  return {
    QueueName: masked(summary.name, masks),
    NameHash: usageHash(summary.name),
    Throughput: summary.maxDaily,
    EndpointIndicators: summary.isKnownEndpoint ? ['KnownEndpoint'] : [],
    UserIndicator: summary.userIndicator === '' ? undefined : summary.userIndicator,
    Scope: masked(summary.scope ?? '', masks),
    ScopeHash: summary.scope === undefined ? '' : usageHash(summary.scope),
    DailyThroughputFromBroker: isNoEndpoint ? [] : daysOf(summary.entries, 'Broker'),
    DailyThroughputFromAudit: daysOf(summary.entries, 'Audit'),
    DailyThroughputFromMonitoring: daysOf(summary.entries, 'Monitoring'),
  };
}

function daysOf(entries: readonly UsageEntry[], source: UsageSource): readonly object[] {
  return entries
    .filter((entry) => entry.source === source)
    .flatMap((entry) => Object.entries(entry.days).map(([day, count]) => ({ DateUTC: day, MessageCount: count })));
}
