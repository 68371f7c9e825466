import { timeoutGroupId } from './shop-of-today.js';

/** A page of ServicePulse by its route, and texts on it that are there only when all three installations are. */
export type ShownPage = readonly [route: string, ...texts: readonly (string | RegExp)[]];

const audits = [/Instance 1/, /Instance 2/, /Instance 3/];

/** Every page of ServicePulse over the shop. */
export const pages: readonly ShownPage[] = [
  ['/dashboard', 'System status', ...audits, /^available$/i, 'Disk space: The disk of ap is full'],
  ['/heartbeats/unhealthy', 'Only.eu', 'Only.us', 'Only.ap', 'Billing', '2/3'],
  ['/heartbeats/healthy', 'Sales'],
  ['/heartbeats/configuration', 'Only.eu', 'Only.us', 'Only.ap'],
  ['/heartbeats/instances/Sales', 'SRV-eu', 'SRV-us', 'SRV-ap'],
  ['/monitoring', 'Sales', 'Billing', /^3$/],
  ['/monitoring/endpoint/Sales?historyPeriod=1', 'PlaceOrder', /Instances \(3\)/],
  ['/monitoring/endpoint/Sales?historyPeriod=1&tab=instancesBreakdown', 'sales-eu', 'sales-us', 'sales-ap'],
  [
    '/failed-messages/failed-message-groups',
    /PlaceOrderHandler/,
    /\b60 messages/,
    /SendInvoiceHandler/,
    /\b8 messages/,
  ],
  ['/failed-messages/all-failed-messages', 'Shop.PlaceOrder', 'Shop.SendInvoice', /^68$/],
  [`/failed-messages/group/${timeoutGroupId}`, /PlaceOrderHandler/, /\b60 messages/],
  ['/failed-messages/deleted-message-groups', 'Shop.CancelOrderHandler', /\b9 messages/],
  ['/failed-messages/all-deleted-messages', 'Shop.CancelOrder', /^9$/],
  ['/failed-messages/pending-retries', 'Shop.BookParcel', /^6$/],
  ['/messages', 'order-placed', 'order-billed', 'order-shipped', /of 110 result/],
  ['/custom-checks', 'The disk of eu is full', 'The disk of us is full', 'The disk of ap is full'],
  ['/events', /The disk of eu/, /The disk of us/, /The disk of ap/],
  ['/configuration/license', 'Commercial, Endpoint Size', 'Particular.ServiceControl'],
  ['/configuration/health-check-notifications', 'Email notifications'],
  ['/configuration/retry-redirects', 'Sales@eu', 'Sales@us', 'Sales@ap', /Retry Redirects \(3\)/],
  ['/configuration/connections', 'ServiceControl Monitoring'],
  ['/configuration/endpoint-connection', /HeartbeatsQueue/, /MetricsQueue/],
  ['/configuration/user-permissions', 'Your permissions'],
  ['/configuration/mass-transit-connector', /MassTransit Connector for ServiceControl is not configured/],
  ['/usage/queues/known', 'Sales', '3,648'],
  ['/usage/queues/broker', 'Queue.eu', 'Queue.us', 'Queue.ap'],
  ['/usage/license-details/licensed', 'Sales'],
  ['/usage/license-details/infrastructure', 'Queue.eu', 'Queue.us'],
  ['/usage/license-details/excluded', 'Queue.ap'],
  ['/usage/setup/connection-setup', /Successfully connected to RabbitMQ/],
  ['/usage/setup/mask', /One word per line/],
  ['/usage/setup/diagnostics', /audit-eu/, /audit-us/, /audit-ap/],
];
