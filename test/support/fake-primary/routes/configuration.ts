import { jsonReply, type Reply, rowsReply } from '../../http/reply.js';
import type { AuditOutcome, FakeAudit } from '../audits.js';
import type { PrimaryCall } from '../call.js';
import { type JsonOut, jsonText } from '../json-out.js';
import { anonymous, since } from '../route.js';

/** What an instance and its audits are set up with (contract 5.2 to 5.4). */
export const configuration = [
  ...anonymous('GET configuration', own),
  ...anonymous('GET instance-info', own),
  ...anonymous('GET configuration/remotes', remotes),
  ...since('6.11.0', anonymous('GET authentication/configuration', authentication)),
];

function own({ state, instance }: PrimaryCall): Reply {
  const { configuration: given } = state;
  return jsonReply(
    jsonText({
      host: {
        instance_name: given.instanceName,
        logging: { log_path: given.logPath, logging_level: 'information' },
      },
      data_retention: {
        audit_retention_period: given.auditRetentionPeriod,
        error_retention_period: given.errorRetentionPeriod,
      },
      performance_tunning: { external_integrations_dispatching_batch_size: 100 },
      persistence_settings: {
        maintenance_mode: false,
        database_path: state.persister.isEf ? undefined : '/var/lib/ravendb',
        run_retention_sweep: true,
        enable_full_text_search_on_bodies: true,
      },
      transport: {
        transport_type: given.transportType,
        error_log_queue: 'error.log',
        error_queue: 'error',
        forward_error_messages: false,
      },
      plugins: { heartbeat_grace_period: given.heartbeatGracePeriod },
      mass_transit_connector: given.massTransitConnector,
      health_checks_enabled: instance.generation === 'next' ? true : undefined,
    }),
  );
}

function remotes({ instance }: PrimaryCall): Reply {
  return rowsReply(instance.audits.map((audit) => jsonText(remote(audit))));
}

/** Any JSON answer counts as online, whatever its status. */
function remote({ shownUri, version, outcome, spec }: FakeAudit): JsonOut {
  const status = statusOf(outcome);
  if (status !== 'online') return { api_uri: shownUri, version: 'Unknown', status };
  const configuration = spec.configuration ?? {
    host: { instance_name: 'Particular.ServiceControl.Audit' },
    data_retention: { audit_retention_period: '30.00:00:00' },
  };
  return { api_uri: shownUri, version, status, configuration };
}

function statusOf(outcome: AuditOutcome): string {
  if (outcome === 'refuses') return 'unavailable';
  return outcome === 'times-out' || outcome === 'fails' ? 'error' : 'online';
}

/** The two switches, and what browsers need when it is set. */
function authentication({ instance }: PrimaryCall): Reply {
  const { mode, shown = {} } = instance.authentication;
  return jsonReply(
    jsonText({
      enabled: mode !== 'off',
      role_based_authorization_enabled: mode === 'roles',
      client_id: shown.clientId,
      authority: shown.authority,
      audience: shown.audience,
      api_scopes: shown.apiScopes,
      scopes: shown.scopes,
    }),
  );
}
