import { compareTimespans } from '../../aggregation/merge/ticks.js';
import { editRow } from '../../json-text/edit-row.js';
import type { JsonRow } from '../../json-text/json-row.js';
import { joinRows } from '../../json-text/write.js';

/**
 * One configuration document for all members: the first one's, with the shortest error retention, since ServicePulse
 * warns "scheduled for deletion" by it, and one MassTransit connector with everybody's queues and logs. Its presence
 * hides tabs in ServicePulse, so it is left out unless a member has one.
 */
export function mergeConfigurations(documents: readonly JsonRow[]): Buffer {
  const [lead] = documents;
  if (lead === undefined) throw new Error('there is no configuration to merge');
  const edits: Record<string, Buffer> = {};
  const retention = shortestRetention(documents);
  const ofLead = lead.object('data_retention');
  if (retention !== undefined && ofLead !== undefined && !ofLead.raw('error_retention_period')?.equals(retention)) {
    edits['data_retention'] = editRow(ofLead, { error_retention_period: retention });
  }
  const connector = mergeConnectors(documents.flatMap((document) => document.object('mass_transit_connector') ?? []));
  if (connector !== undefined) edits['mass_transit_connector'] = connector;
  return Object.keys(edits).length === 0 ? lead.bytes : editRow(lead, edits);
}

/** The JSON text of the shortest period, as its member wrote it. */
function shortestRetention(documents: readonly JsonRow[]): Buffer | undefined {
  const path = ['data_retention', 'error_retention_period'] as const;
  const known = documents.filter((document) => document.text(...path) !== undefined);
  const shortest = [...known].sort((a, b) => compareTimespans(a.text(...path) ?? '', b.text(...path) ?? ''))[0];
  return shortest?.raw(...path);
}

function mergeConnectors(connectors: readonly JsonRow[]): Buffer | undefined {
  const [first, ...others] = connectors;
  if (first === undefined || others.length === 0) return first?.bytes;
  const edits: Record<string, Buffer> = {};
  for (const field of ['error_queues', 'logs']) {
    const lists = connectors.flatMap((connector) => connector.array(field) ?? []);
    if (lists.length > 0) edits[field] = joinRows(lists.map(({ bytes }) => bytes));
  }
  return editRow(first, edits);
}
