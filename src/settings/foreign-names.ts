import { environmentPrefix } from './setting-fields.js';

/**
 * Settings of ServiceControl itself that share the environment prefix and mean nothing to the gateway. They are present
 * when one file of variables serves a primary and the gateway beside it (contract: hosting 2.2, 2.3).
 */
const primaryNames = new Set(
  [
    'AllowMessageEditing',
    'AuditRetentionPeriod',
    'ConnectionString',
    'DatabaseMaintenancePort',
    'DbPath',
    'Description',
    'DisableExternalIntegrationsPublishing',
    'DisableHealthChecks',
    'EnableFederation',
    'EnableFullTextSearchOnBodies',
    'EnableIntegratedServicePulse',
    'ErrorLogQueue',
    'ErrorRetentionPeriod',
    'EventRetentionPeriod',
    'ExpirationProcessBatchSize',
    'ExpirationProcessTimerInSeconds',
    'ExternalIntegrationsDispatchingBatchSize',
    'ForwardErrorMessages',
    'HeartbeatGracePeriod',
    'IngestErrorMessages',
    'InstanceName',
    'InternalQueueName',
    'LogLevel',
    'LogPath',
    'LoggingProviders',
    'MaintenanceMode',
    'MaximumConcurrencyLevel',
    'MinimumStorageLeftRequiredForIngestion',
    'Name',
    'NotificationsFilter',
    'PersistenceType',
    'RemoteInstances',
    'RetryHistoryDepth',
    'SeqAddress',
    'TimeToRestartErrorIngestionAfterFailure',
    'TrackInstancesInitialValue',
    'TransportType',
    'ValidateConfig',
    'VirtualDirectory',
  ].map((name) => environmentPrefix + name.toUpperCase()),
);

/** Names of the audit instance and of ServiceControl's storage, and the address that ServicePulse's image takes. */
const otherPrograms = /^SERVICECONTROL_(?:AUDIT_.+|RAVENDB_.+|URL)$/;

/** Variables that Kubernetes adds for every service whose name begins with `servicecontrol`. */
const serviceLinks = /_SERVICE_(?:HOST|PORT(?:_[A-Z0-9_]+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/;

/**
 * Whether a name with the gateway's prefix belongs to another program, so that it is not a misspelt setting. A bare
 * `..._PORT` counts only with the value that Kubernetes writes.
 */
export function isForeignName(name: string, value: string): boolean {
  if (primaryNames.has(name) || otherPrograms.test(name) || serviceLinks.test(name)) return true;
  return name.endsWith('_PORT') && value.startsWith('tcp://');
}
