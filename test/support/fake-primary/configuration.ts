import type { JsonOut } from './json-out.js';

/** What `configuration` shows of how a member is set up (contract 5.2). */
export interface Configuration {
  readonly instanceName: string;
  readonly logPath: string;
  readonly errorRetentionPeriod: string;
  readonly auditRetentionPeriod: string | undefined;
  readonly transportType: string;
  readonly heartbeatGracePeriod: string;
  /** Present once a connector has reported. */
  readonly massTransitConnector: JsonOut;
}

export const usualConfiguration: Configuration = {
  instanceName: 'Particular.ServiceControl',
  logPath: '/var/log/servicecontrol',
  errorRetentionPeriod: '10.00:00:00',
  auditRetentionPeriod: undefined,
  transportType: 'RabbitMQ.QuorumConventionalRouting',
  heartbeatGracePeriod: '00:00:40',
  massTransitConnector: undefined,
};
