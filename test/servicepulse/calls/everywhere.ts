import type { ClientCall } from '../call.js';
import { connectionTest, event, message, monitoredEndpoint, routes } from '../rows.js';
import {
  date,
  filledText,
  flag,
  jsonIn,
  list,
  listOrEmpty,
  number,
  object,
  oneOf,
  optional,
  text,
  timespan,
} from '../shape.js';

const remote = object({
  api_uri: filledText,
  status: filledText,
  version: text,
  configuration: object({
    data_retention: object({ audit_retention_period: optional(timespan), error_retention_period: optional(timespan) }),
  }),
});

/** Calls of every page, of the dashboard and of the heartbeat, check and event pages. */
export const everywhere: readonly ClientCall[] = [
  {
    call: 'GET {SC}authentication/configuration',
    reads: object({
      enabled: flag,
      role_based_authorization_enabled: optional(flag),
      client_id: text,
      authority: text,
      audience: text,
      api_scopes: jsonIn(list(text)),
    }),
  },
  {
    call: 'GET {SC}',
    headers: ['X-Particular-Version'],
    reads: object({ archived_groups_url: filledText, my_routes_url: filledText }),
  },
  {
    call: 'GET {SC}configuration',
    wantsJson: true,
    reads: object({
      mass_transit_connector: optional(object({})),
      data_retention: object({ error_retention_period: timespan }),
    }),
  },
  ...['unresolved', 'archived', 'retryIssued'].map((status) => ({
    call: 'GET {SC}errors',
    query: { status },
    headers: ['Total-Count'],
    reads: list(object({})),
  })),
  {
    call: 'GET {SC}endpoints',
    reads: list(
      object({
        id: filledText,
        name: filledText,
        host_display_name: filledText,
        monitor_heartbeat: flag,
        heartbeat_information: optional(object({ reported_status: oneOf('beating', 'dead'), last_report_at: date })),
      }),
    ),
  },
  { call: 'GET {SC}endpointssettings', reads: list(object({ name: text, track_instances: flag })) },
  {
    call: 'GET {SC}customchecks',
    query: { status: 'fail', page: '1' },
    headers: ['Total-Count'],
    reads: list(
      object({
        id: filledText,
        custom_check_id: filledText,
        category: text,
        reported_at: date,
        failure_reason: text,
        originating_endpoint: object({ name: text, host: text }),
      }),
    ),
  },
  {
    call: 'GET {SC}license',
    query: { refresh: 'true', clientName: 'servicepulse' },
    reads: object({
      license_type: text,
      expiration_date: text,
      trial_license: flag,
      edition: text,
      license_status: filledText,
      instance_name: text,
      registered_to: text,
      status: filledText,
      products: optional(listOrEmpty(object({}))),
      has_endpoint_metadata: flag,
      license_extension_url: optional(text),
      upgrade_protection_expiration: text,
    }),
  },
  { call: 'GET {SC}licensing/settings/test', reads: connectionTest },
  { call: 'GET {MU}', headers: ['X-Particular-Version'], reads: object({}) },
  { call: 'GET {MU}monitored-endpoints/disconnected', reads: number },
  { call: 'GET {SC}my/routes', wantsJson: true, reads: routes },
  { call: 'GET {MU}api/my/routes', reads: routes },
  { call: 'GET {SC}configuration/remotes', wantsJson: true, reads: list(remote) },
  {
    call: 'GET {SC}messages2/',
    query: { page_size: '10', sort: 'time_sent', direction: 'desc' },
    reads: list(message),
  },
  { call: 'GET {MU}monitored-endpoints', query: { history: '1' }, reads: list(monitoredEndpoint) },
  {
    call: 'GET {SC}eventlogitems',
    query: { page: '1', per_page: '10|20|35|50|75' },
    headers: ['Total-Count'],
    reads: list(event),
  },
  { call: 'PATCH {SC}endpoints/{endpointId}', body: () => ({ monitor_heartbeat: false }) },
  { call: 'DELETE {SC}endpoints/{endpointId}' },
  { call: 'PATCH {SC}endpointssettings/{endpointName}', body: () => ({ track_instances: true }) },
  { call: 'DELETE {SC}customchecks/{checkId}' },
];
