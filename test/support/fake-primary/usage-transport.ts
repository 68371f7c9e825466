/** What the usage pages call the transport, and whether its broker counts messages (licensing 3.3, 3.5). */
export interface UsageTransport {
  readonly name: string;
  readonly hasBrokerData: boolean;
  /** Behind `LicensingComponent/`. */
  readonly settings: readonly string[];
}

const brokers: Readonly<Record<string, readonly string[]>> = {
  AzureServiceBus: [
    'ASB/ServiceBusName',
    'ASB/ClientId',
    'ASB/ClientSecret',
    'ASB/TenantId',
    'ASB/SubscriptionId',
    'ASB/ManagementUrl',
  ],
  AmazonSQS: [
    'AmazonSQS/AccessKey',
    'AmazonSQS/SecretKey',
    'AmazonSQS/Profile',
    'AmazonSQS/Prefix',
    'AmazonSQS/Region',
  ],
  RabbitMQ: [],
  SqlTransport: ['SqlServer/ConnectionString', 'SqlServer/AdditionalCatalogs'],
  PostgreSql: ['PostgreSQL/ConnectionString'],
};

/** `MSMQ`, `AzureStorageQueue`, `IBMMQ` and `LearningTransport` have no broker that counts. */
export function usageTransport(name: string): UsageTransport {
  const settings = brokers[name];
  return { name, hasBrokerData: settings !== undefined, settings: settings ?? [] };
}
