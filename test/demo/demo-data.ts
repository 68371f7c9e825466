import type { FailedMessageSpec } from '../support/fake-primary/message-spec.js';
import type { PersisterName } from '../support/fake-primary/persister.js';

export const demoKeys = ['eu', 'us', 'ap'] as const;
export type DemoKey = (typeof demoKeys)[number];

/** One installation of the demo: who it is, what failed there, which endpoints report to its Monitoring instance. */
export interface DemoDescription {
  readonly key: DemoKey;
  readonly name: string;
  readonly persister: PersisterName;
  readonly version: string;
  /** Taken when they are free. */
  readonly ports: { readonly primary: number; readonly monitoring: number };
  /** Minutes between two failed messages of one installation; different ones, so that pages mix all three. */
  readonly everyMinutes: number;
  readonly failures: readonly { readonly of: Failure; readonly count: number }[];
  readonly endpoints: readonly string[];
}

interface Failure {
  readonly endpoint: string;
  readonly messageType: string;
  readonly exceptionType: string;
  readonly exceptionMessage: string;
  readonly handler: string;
}

/** The same failure on several installations is one failure group, because group ids are made of its title. */
const failures = {
  payment: {
    endpoint: 'Sales',
    messageType: 'Shop.Sales.PlaceOrder',
    exceptionType: 'System.TimeoutException',
    exceptionMessage: 'The payment provider did not answer within 30 seconds.',
    handler: 'Shop.Sales.PlaceOrderHandler.Handle(PlaceOrder message, IMessageHandlerContext context)',
  },
  invoice: {
    endpoint: 'Billing',
    messageType: 'Shop.Billing.SendInvoice',
    exceptionType: 'System.InvalidOperationException',
    exceptionMessage: 'The customer has no billing address.',
    handler: 'Shop.Billing.SendInvoiceHandler.Handle(SendInvoice message, IMessageHandlerContext context)',
  },
  parcel: {
    endpoint: 'Shipping',
    messageType: 'Shop.Shipping.BookParcel',
    exceptionType: 'System.Net.Http.HttpRequestException',
    exceptionMessage: 'Connection refused (carrier.example:443)',
    handler: 'Shop.Shipping.BookParcelHandler.Handle(BookParcel message, IMessageHandlerContext context)',
  },
} as const satisfies Record<string, Failure>;

export const demoDescriptions: readonly DemoDescription[] = [
  {
    key: 'eu',
    name: 'Europe',
    persister: 'ravendb',
    version: '6.20.0',
    ports: { primary: 33341, monitoring: 33641 },
    everyMinutes: 7,
    failures: [
      { of: failures.payment, count: 60 },
      { of: failures.invoice, count: 40 },
      { of: failures.parcel, count: 20 },
    ],
    endpoints: ['Sales', 'Billing', 'Shipping'],
  },
  {
    key: 'us',
    name: 'Americas',
    persister: 'postgresql',
    version: '6.20.0',
    ports: { primary: 33342, monitoring: 33642 },
    everyMinutes: 9,
    failures: [
      { of: failures.payment, count: 45 },
      { of: failures.invoice, count: 30 },
      { of: failures.parcel, count: 15 },
    ],
    endpoints: ['Sales', 'Billing', 'Shipping'],
  },
  {
    key: 'ap',
    name: 'Asia Pacific',
    persister: 'sqlserver',
    version: '6.19.2',
    ports: { primary: 33343, monitoring: 33643 },
    everyMinutes: 13,
    failures: [
      { of: failures.payment, count: 35 },
      { of: failures.invoice, count: 25 },
    ],
    endpoints: ['Sales', 'Billing'],
  },
];

/** What failed at one installation before `now`, the newest first; no two messages anywhere were sent in one second. */
export function failedMessagesOf(description: DemoDescription, now: Date): readonly FailedMessageSpec[] {
  const start = Math.floor(now.getTime() / 60_000) * 60_000;
  const seconds = demoKeys.indexOf(description.key);
  return shuffledByTurns(description.failures).map((failure, k) => {
    const sent = start - (1 + k * description.everyMinutes) * 60_000 - seconds * 1000;
    return {
      endpoint: failure.endpoint,
      messageType: failure.messageType,
      exceptionType: failure.exceptionType,
      exceptionMessage: failure.exceptionMessage,
      stackTrace: `${failure.exceptionType}: ${failure.exceptionMessage}\n   at ${failure.handler}`,
      timeSent: new Date(sent).toISOString(),
      body: JSON.stringify({ region: description.key, order: 4000 + k, placed: new Date(sent).toISOString() }),
    };
  });
}

/** Spreads failures of different counts evenly over one list. */
function shuffledByTurns(counted: DemoDescription['failures']): readonly Failure[] {
  return counted
    .flatMap(({ of, count }) => Array.from({ length: count }, (_, k) => ({ of, at: (k + 0.5) / count })))
    .sort((left, right) => left.at - right.at)
    .map(({ of }) => of);
}
