import type { LoggerService } from '@nestjs/common';
import type { Installation} from './installation.js';
import { startInstallations, stopInstallations, type InstallationOptions } from './installation.js';
import { startGateway, type RunningGateway } from './start-gateway.js';

export interface InstalledFederation<Key extends string> {
  readonly gateway: RunningGateway;
  readonly members: Readonly<Record<Key, Installation>>;
  /** In member order, the lead first. */
  readonly all: readonly Installation[];
  stop(): Promise<void>;
}

/** Whole installations, primary and Monitoring, and a gateway in front of them, the first one the lead. */
export async function startInstalledFederation<Key extends string>(
  keys: readonly Key[],
  options: {
    readonly members?: Partial<Record<Key, Omit<InstallationOptions, 'key'>>>;
    /** Further fields of the members' entries in the settings. */
    readonly entries?: Partial<Record<Key, object>>;
    readonly settings?: object;
    readonly logger?: LoggerService;
  } = {},
): Promise<InstalledFederation<Key>> {
  const all: readonly Installation[] = await startInstallations(
    keys.map((key) => ({ ...options.members?.[key], key })),
  );
  const entries = all.map(({ member }) => ({ ...member, ...options.entries?.[member.key as Key] }));
  const { settings, logger } = options;
  const gateway = await startGateway(entries, { ...(settings && { settings }), ...(logger && { logger }) });
  // The gateway probes every member at start; tests that count requests begin after that.
  while ((await gateway.get('/health/ready')).status !== 200);
  for (const { primary, monitoring } of all) for (const part of [primary, monitoring]) part.clearRequests();
  return {
    gateway,
    members: Object.fromEntries(all.map((installation) => [installation.key, installation])) as Record<
      Key,
      Installation
    >,
    all,
    stop: async () => {
      await gateway.stop();
      await stopInstallations(all);
    },
  };
}
