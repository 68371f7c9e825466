import { groupId } from '../support/fake-primary/classifiers.js';
import { deterministicGuid } from '../support/fake-primary/deterministic-guid.js';
import { instantFrom } from '../support/fake-primary/instant.js';
import type { FakePrimaryOptions } from '../support/fake-primary/options.js';
import { usageTransport } from '../support/fake-primary/usage-transport.js';
import type { Installation, InstallationOptions } from '../support/installation.js';

/** The moment at which every installation of the shop stands still. */
export const now = '2024-05-01T10:00:00Z';

/** A saga that every installation's audit has changes of. */
export const sagaId = '5a6a0000-0000-0000-0000-000000000001';
/** A conversation that has a message on every installation. */
export const conversationId = 'c0000000-0000-0000-0000-000000000001';
export const timeoutGroup = groupId('Message Type', 'Shop.PlaceOrder');
export const archivedGroup = groupId('Message Type', 'Shop.CancelOrder');

/** What one installation of the shop holds under ids of its own. */
export interface Stock {
  /** Unique id of a failed message, and the id of the message that failed. */
  readonly failedId: string;
  readonly failedMessageId: string;
  readonly otherFailedId: string;
  /** One that can be edited, and the headers it has. */
  readonly editedId: string;
  readonly editedHeaders: Readonly<Record<string, string>>;
  readonly archivedId: string;
  readonly retriedId: string;
  /** A group whose retry is finished and not acknowledged. */
  readonly acknowledgedGroupId: string;
  readonly auditedMessageId: string;
  readonly checkId: string;
  readonly endpointId: string;
  readonly redirectId: string;
  /** The only instance of Sales, in failures and in monitoring alike. */
  readonly salesInstance: string;
}

/** An installation with one audit instance; its clock stands still, so two answers never differ by the time between. */
export function shopOptions(key: string, primary: FakePrimaryOptions = {}): Omit<InstallationOptions, 'key'> {
  return {
    name: `Shop ${key}`,
    primary: {
      clock: () => instantFrom(now),
      audits: [
        {
          apiUri: `http://audit-${key}:44444/api/`,
          messages: [
            {
              messageId: `${key}-audited-1`,
              conversationId,
              timeSent: '2024-05-01T09:00:00.1234567Z',
              headers: { 'NServiceBus.RelatedTo': `${key}-failed-1` },
              invokedSagas: [{ saga_id: sagaId, saga_type: 'Shop.OrderSaga', change_status: 'Updated' }],
              extra: unknownFields,
            },
            { messageId: `${key}-audited-2`, timeSent: null, endpoint: 'Billing' },
          ],
          sagas: [
            {
              id: sagaId,
              sagaType: 'Shop.OrderSaga',
              changes: [
                {
                  start_time: '2024-05-01T09:00:00.1Z',
                  finish_time: `2024-05-01T09:00:0${String(key.length)}.1234567Z`,
                  status: 'updated',
                  state_after_change: `{"by":"${key}"}`,
                  initiating_message: { message_id: `${key}-audited-1`, is_saga_timeout_message: false },
                  outgoing_messages: [],
                  endpoint: 'Sales',
                },
              ],
            },
          ],
          auditCounts: { Sales: { '2024-04-29': 3, '2024-04-30': 5 } },
          knownEndpoints: [{ name: 'Audited', host: 'SRV9', hostId: deterministicGuid('Audited', key) }],
        },
      ],
      ...primary,
    },
    monitoring: { clock: () => Date.parse(now) },
  };
}

/** Puts some of everything into an installation. */
export function stock(installation: Installation): Stock {
  const { key, primary, monitoring } = installation;
  const salesInstance = `Sales@${key}`;
  const [failedId = '', archivedId = '', retriedId = ''] = primary.hasFailedMessages([
    {
      messageId: `${key}-failed-1`,
      conversationId,
      messageType: 'Shop.PlaceOrder',
      endpoint: 'Sales',
      timeSent: '2024-05-01T08:00:00.1234567Z',
      headers: { 'NServiceBus.Metric.InstanceId': salesInstance },
      body: `{"by":"${key}"}`,
      extra: unknownFields,
    },
    { messageType: 'Shop.CancelOrder', endpoint: 'Sales', status: 'archived' },
    { messageType: 'Shop.PlaceOrder', endpoint: 'Billing', status: 'retryIssued' },
  ]);
  const [otherFailedId = '', editedId = ''] = primary.hasFailedMessages(7, {
    exceptionType: 'System.TimeoutException',
  });
  primary.hasGroupComment(timeoutGroup, 'somebody looks into it');
  const [checkId = ''] = primary.hasCustomChecks([
    { customCheckId: 'Disk', endpoint: `Sales.${key}`, failureReason: 'full', extra: unknownFields },
    { customCheckId: 'Certificate', endpoint: `Sales.${key}` },
  ]);
  const [endpointId = ''] = primary.hasEndpoints([
    { name: 'Sales', hostId: deterministicGuid('Sales', key), heartbeat: 'beating' },
    { name: 'Billing', hostId: deterministicGuid('Billing', key), heartbeat: 'dead' },
    { name: 'Silent', hostId: deterministicGuid('Silent', key), isMonitored: false },
  ]);
  const redirectId = primary.hasRedirect({ from: `Sales@${key}`, to: `Sales.New@${key}` });
  primary.hasRedirect({ from: 'Old', to: 'New', lastModified: '2024-04-30T10:00:00.1234567Z' });
  primary.hasUsage([
    { name: 'Sales', isKnownEndpoint: true, days: { '2024-04-29': 40, '2024-04-30': 50 } },
    { name: `Queue.${key}`, scope: '[shop].[dbo]', days: { '2024-04-30': 9_007_199_254_740_991 } },
    { name: 'Sales', source: 'Monitoring', days: { '2024-04-30': 45 } },
  ]);
  primary.state.usage.masks = ['Shop', key];
  primary.state.usageTransport = usageTransport('SqlTransport');
  primary.hasRetryHistory([{ requestId: timeoutGroup, originator: 'Shop.PlaceOrder', retryType: 'failureGroup' }]);
  const acknowledgedGroupId = groupId('Message Type', `Shop.Retried.${key}`);
  primary.hasUnacknowledgedRetries([
    {
      requestId: acknowledgedGroupId,
      originator: `Shop.Retried.${key}`,
      retryType: 'failureGroup',
      classifier: 'Message Type',
    },
  ]);
  reports(installation, salesInstance);
  monitoring.hasEndpoint('Archive', { silentForSeconds: 'forever' });
  return {
    failedId,
    failedMessageId: `${key}-failed-1`,
    otherFailedId,
    editedId,
    editedHeaders: primary.message(editedId)?.last.headers ?? {},
    archivedId,
    retriedId,
    acknowledgedGroupId,
    auditedMessageId: `${key}-audited-1`,
    checkId,
    endpointId,
    redirectId,
    salesInstance,
  };
}

/** Numbers and dates that a careless reader would spell anew. */
export const unknownFields = {
  since_later: {
    most: 9_223_372_036_854_775_807n,
    least: -9_223_372_036_854_775_808n,
    at: '2024-05-01T10:00:00.0000001Z',
    none: null,
  },
};

function reports({ monitoring }: Installation, instance: string): void {
  const of = { endpoint: 'Sales', instance, messageType: 'Shop.PlaceOrder' };
  for (const minutesAgo of [2, 3, 5, 8, 13, 21, 34]) {
    monitoring.receives({
      ...of,
      secondsAgo: minutesAgo * 60,
      processingTime: 100 + minutesAgo / 3,
      criticalTime: 0.00001,
      queueLength: minutesAgo,
      times: 2,
    });
  }
  for (const secondsAgo of [2, 3, 5, 8, 13, 21, 34]) {
    monitoring.receives({ ...of, secondsAgo, processingTime: 10 / 3, criticalTime: 0.00001, queueLength: 1 });
  }
}
