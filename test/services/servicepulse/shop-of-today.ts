import { groupId } from '../../support/fake-primary/classifiers.js';
import { deterministicGuid } from '../../support/fake-primary/deterministic-guid.js';
import { instantFrom } from '../../support/fake-primary/instant.js';
import type { AuditSpec } from '../../support/fake-primary/audits.js';
import type { PersisterName } from '../../support/fake-primary/persister.js';
import { usualLicense } from '../../support/fake-primary/license.js';
import type { LicenseDetails } from '../../support/fake-primary/license-upload.js';
import { usageHash } from '../../support/fake-primary/usage.js';
import { usageTransport } from '../../support/fake-primary/usage-transport.js';
import type { Installation, InstallationOptions } from '../../support/installation.js';
import { startInstalledFederation, type InstalledFederation } from '../../support/start-installed-federation.js';

export type Region = 'eu' | 'us' | 'ap';
export const regions = ['eu', 'us', 'ap'] as const;

/** How often accepted commands go one state further. */
const turnMs = 400;
const persisters: Readonly<Record<Region, PersisterName>> = { eu: 'ravendb', us: 'postgresql', ap: 'sqlserver' };

/** An order that goes from Europe over the Americas to Asia Pacific. */
export const conversationId = 'c0000000-0000-0000-0000-000000000001';
export const sagaId = '5a6a0000-0000-0000-0000-000000000001';
/** Exists at every member; its messages failed with one exception at one place. */
export const timeoutGroup = 'System.TimeoutException: Shop.PlaceOrderHandler.Handle(PlaceOrder message)';
export const timeoutGroupId = groupId('Exception Type and Stack Trace', timeoutGroup);
/** Exists at eu and us. */
export const addressGroup = 'System.InvalidOperationException: Shop.SendInvoiceHandler.Handle(SendInvoice message)';

/** A shop whose three installations hold something for every page of ServicePulse, as of now. */
export interface Shop extends InstalledFederation<Region> {
  /** A failed message of each installation whose group is `timeoutGroup`. */
  readonly failed: Readonly<Record<Region, string>>;
  /** Writes that an installation's primary received, as `METHOD /target`. */
  commandsAt(region: Region): readonly string[];
}

/** Starts installations and gateway; commands at the installations run by themselves, step by step. */
export async function openShop(settings: object = {}): Promise<Shop> {
  const federation = await startInstalledFederation(regions, {
    members: { eu: installationOf('eu'), us: installationOf('us'), ap: installationOf('ap') },
    settings: { federation: { probeInterval: '1s' }, ...settings },
  });
  const failed = Object.fromEntries(
    regions.map((region) => [region, stock(federation.members[region], region)]),
  ) as Record<Region, string>;
  const turning = setInterval(() => {
    for (const { primary } of federation.all) primary.tick();
  }, turnMs);
  return {
    ...federation,
    failed,
    commandsAt: (region) =>
      federation.members[region].primary.requests
        .filter(({ method }) => method !== 'GET')
        .map(({ method, target }) => `${method} ${target}`),
    stop: async () => {
      clearInterval(turning);
      await federation.stop();
    },
  };
}

function installationOf(region: Region): Omit<InstallationOptions, 'key'> {
  return {
    name: `Shop ${region}`,
    persister: persisters[region],
    primary: {
      clock: () => instantFrom(new Date().toISOString()),
      // So that the progress of a group can be seen.
      batchSize: 1,
      audits: [auditOf(region)],
    },
  };
}

/** Minutes before now. */
function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

function auditOf(region: Region): AuditSpec {
  const step = { eu: order.placed, us: order.billed, ap: order.shipped }[region];
  const others = Array.from({ length: 8 }, (_, k) => ({
    messageId: `${region}-heartbeat-of-trade-${String(k)}`,
    messageType: 'Shop.StockCounted',
    endpoint: 'Warehouse',
    timeSent: ago(60 + k * 7),
    headers: { 'NServiceBus.EnclosedMessageTypes': 'Shop.StockCounted' },
  }));
  return {
    apiUri: `http://audit-${region}:44444/api/`,
    messages: [{ ...step, conversationId, headers: headersOf(step) }, ...others],
    sagas: [
      {
        id: sagaId,
        sagaType: 'Shop.OrderSaga',
        changes: [
          {
            start_time: ago(30),
            finish_time: ago({ eu: 29, us: 28, ap: 27 }[region]),
            status: region === 'eu' ? 'new' : 'updated',
            state_after_change: JSON.stringify({ Region: region, OrderId: 4711 }),
            initiating_message: {
              message_id: step.messageId,
              is_saga_timeout_message: false,
              originating_endpoint: 'Web',
              originating_machine: 'SRV1',
              time_sent: ago(31),
              message_type: step.messageType,
              intent: 'Send',
            },
            outgoing_messages: [],
            endpoint: 'Sales',
          },
        ],
      },
    ],
    auditCounts: { Sales: { [ago(24 * 60).slice(0, 10)]: 30 } },
  };
}

const saga = [{ saga_id: sagaId, saga_type: 'Shop.OrderSaga', change_status: 'Updated' }];
const order = {
  placed: {
    messageId: 'order-placed',
    messageType: 'Shop.PlaceOrder',
    endpoint: 'Sales',
    timeSent: ago(31),
    body: '{"order":4711}',
    invokedSagas: saga,
    relatedTo: undefined,
  },
  billed: {
    messageId: 'order-billed',
    messageType: 'Shop.SendInvoice',
    endpoint: 'Billing',
    timeSent: ago(30),
    body: '{"invoice for":4711}',
    invokedSagas: saga,
    relatedTo: 'order-placed',
  },
  shipped: {
    messageId: 'order-shipped',
    messageType: 'Shop.BookParcel',
    endpoint: 'Shipping',
    timeSent: ago(29),
    body: '{"parcel":1}',
    invokedSagas: saga,
    relatedTo: 'order-billed',
  },
} as const;

function headersOf(step: (typeof order)[keyof typeof order]): Readonly<Record<string, string>> {
  return {
    'NServiceBus.MessageId': step.messageId,
    'NServiceBus.ConversationId': conversationId,
    'NServiceBus.EnclosedMessageTypes': step.messageType,
    'NServiceBus.ContentType': 'application/json',
    ...(step.relatedTo === undefined ? {} : { 'NServiceBus.RelatedTo': step.relatedTo }),
  };
}

/** Puts some of everything into an installation. */
function stock({ primary, monitoring }: Installation, region: Region): string {
  const [failed = ''] = primary.hasFailedMessages(
    Array.from({ length: 20 }, (_, k) => ({
      messageId: `${region}-order-${String(k)}`,
      messageType: 'Shop.PlaceOrder',
      endpoint: 'Sales',
      exceptionType: 'System.TimeoutException',
      exceptionMessage: 'The payment provider did not answer.',
      stackTrace: 'System.TimeoutException: no answer\n   at Shop.PlaceOrderHandler.Handle(PlaceOrder message)',
      timeSent: ago(40 + 3 * k + regions.indexOf(region)),
      headers: { 'NServiceBus.Metric.InstanceId': `sales-${region}` },
      body: `{"placed in":"${region}","number":${String(k)}}`,
      ...(k === 0 ? { conversationId } : {}),
    })),
  );
  if (region !== 'ap')
    primary.hasFailedMessages(
      Array.from({ length: 4 }, (_, k) => ({
        messageId: `${region}-invoice-${String(k)}`,
        messageType: 'Shop.SendInvoice',
        endpoint: 'Billing',
        exceptionType: 'System.InvalidOperationException',
        exceptionMessage: 'The customer has no billing address.',
        stackTrace:
          'System.InvalidOperationException: no address\n   at Shop.SendInvoiceHandler.Handle(SendInvoice message)',
        timeSent: ago(20 + k),
        body: `<invoice by="${region}" />`,
        contentType: 'text/xml',
      })),
    );
  primary.hasFailedMessages(3, {
    messageType: 'Shop.CancelOrder',
    endpoint: 'Sales',
    exceptionType: 'System.OperationCanceledException',
    stackTrace: 'System.OperationCanceledException: no\n   at Shop.CancelOrderHandler.Handle(CancelOrder message)',
    status: 'archived',
    timeSent: ago(90),
    lastModified: ago(15),
  });
  primary.hasFailedMessages(2, {
    messageType: 'Shop.BookParcel',
    endpoint: 'Shipping',
    status: 'retryIssued',
    timeSent: ago(200),
    lastModified: ago(10),
  });
  primary.hasCustomChecks([
    { customCheckId: 'Disk space', endpoint: `Sales.${region}`, failureReason: `The disk of ${region} is full` },
    { customCheckId: 'Certificate', endpoint: `Sales.${region}` },
  ]);
  primary.hasEndpoints([
    { name: 'Sales', host: `SRV-${region}`, heartbeat: 'beating' },
    { name: 'Billing', host: `SRV-${region}`, heartbeat: region === 'us' ? 'dead' : 'beating' },
    { name: `Only.${region}`, host: `SRV-${region}`, heartbeat: 'dead' },
  ]);
  primary.hasRedirect({ from: `Sales@${region}`, to: `Sales.New@${region}` });
  const yesterday = ago(24 * 60).slice(0, 10);
  primary.hasUsage([
    { name: 'Sales', isKnownEndpoint: true, days: { [yesterday]: 40 } },
    { name: 'Sales', source: 'Monitoring', days: { [yesterday]: 38 } },
    { name: `Queue.${region}`, days: { [yesterday]: 12 } },
  ]);
  primary.state.license = { ...usualLicense, edition: 'Endpoint Size', hasEndpointMetadata: true };
  // Uploaded once, to the lead.
  if (region === 'eu') primary.state.licenseDetails = licensed(primary.state.licenseId);
  primary.state.usage.masks = ['secret', region];
  primary.state.usageTransport = usageTransport('RabbitMQ');
  primary.hasRetryHistory([
    { requestId: deterministicGuid(region), originator: 'Shop.Earlier', retryType: 'failureGroup', processed: 7 },
  ]);
  primary.hasUnacknowledgedRetries([
    {
      requestId: groupId('Exception Type and Stack Trace', `Shop.Finished.${region}`),
      originator: `Shop.Finished.${region}`,
      retryType: 'failureGroup',
      classifier: 'Exception Type and Stack Trace',
      processed: 5,
    },
  ]);
  const figures = { processingTime: 40, criticalTime: 120, queueLength: 3, perSecond: 2 };
  monitoring.keepsReporting({
    endpoint: 'Sales',
    instance: `sales-${region}`,
    messageType: 'Shop.PlaceOrder, Shop.Messages, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null',
    ...figures,
  });
  if (region !== 'ap') monitoring.keepsReporting({ endpoint: 'Billing', instance: `billing-${region}`, ...figures });
  return failed;
}

/** Names queues of all three installations. */
function licensed(licenseId: string): LicenseDetails {
  const queue = (name: string) => ({ name_hash: usageHash(name) });
  return {
    license_id: licenseId,
    endpoints: [{ name: 'Sales', classification: 0, endpoint_size: 'Small', queues: [queue('Sales')] }],
    infrastructure_queues: [queue('Queue.eu'), queue('Queue.us')],
    excluded_queues: [queue('Queue.ap')],
    service_end_date: '2099-12-31T00:00:00Z',
    products: [{ product_code: 'Small', monthly_throughput: 100000 }],
  };
}
