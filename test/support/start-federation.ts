import type { LoggerService } from '@nestjs/common';
import { startFakePrimary, type FakePrimary } from './fake-primary/fake-primary.js';
import type { FakePrimaryOptions } from './fake-primary/options.js';
import { startGateway, type RunningGateway } from './start-gateway.js';

export interface Federation<Key extends string> {
  readonly gateway: RunningGateway;
  readonly members: Readonly<Record<Key, FakePrimary>>;
  /** In member order, the lead first. */
  readonly all: readonly FakePrimary[];
  stop(): Promise<void>;
}

/** Fake primaries and a gateway in front of them, the first one the lead. */
export async function startFederation<Key extends string>(
  keys: readonly Key[],
  options: {
    readonly members?: Partial<Record<Key, FakePrimaryOptions>>;
    /** Further fields of the members' entries in the settings. */
    readonly entries?: Partial<Record<Key, object>>;
    readonly settings?: object;
    readonly logger?: LoggerService;
  } = {},
): Promise<Federation<Key>> {
  const all = await Promise.all(keys.map((key) => startFakePrimary({ key, ...options.members?.[key] })));
  const entries = all.map((fake, at) => ({ api_uri: fake.url, key: keys[at], ...options.entries?.[keys[at] as Key] }));
  const { settings, logger } = options;
  const stopFakes = () => Promise.all(all.filter((fake) => fake.isListening).map((fake) => fake.stop()));
  const gateway = await startGateway(entries, { ...(settings && { settings }), ...(logger && { logger }) }).catch(
    async (fault: unknown) => {
      await stopFakes();
      throw fault;
    },
  );
  await firstProbes(gateway);
  for (const fake of all) fake.clearRequests();
  return {
    gateway,
    members: Object.fromEntries(keys.map((key, at) => [key, all[at]])) as Record<Key, FakePrimary>,
    all,
    stop: async () => {
      await gateway.stop();
      await stopFakes();
    },
  };
}

/** The gateway probes every member at start; tests that count requests begin after that. */
async function firstProbes(gateway: RunningGateway): Promise<void> {
  while ((await gateway.get('/health/ready')).status !== 200);
}
