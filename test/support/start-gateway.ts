import type { LoggerService } from '@nestjs/common';
import { createGateway, type CallerLimits, type Gateway } from '../../src/create-gateway.js';
import { settingsFrom, type Composition } from '../../src/index.js';
import { requester, type Requester } from './requester.js';

export interface RunningGateway extends Requester {
  readonly url: string;
  readonly app: Gateway;
  stop(): Promise<void>;
}

/** A gateway on a free port of 127.0.0.1, in front of the given members; settings are spelled as in a settings file. */
export async function startGateway(
  members: readonly object[],
  options: {
    readonly settings?: object;
    readonly composition?: Composition;
    /** Nothing is logged without one. */
    readonly logger?: LoggerService;
    readonly callerLimits?: CallerLimits;
  } = {},
): Promise<RunningGateway> {
  const settings = settingsFrom({ hostname: '127.0.0.1', port: 0, federatedInstances: members, ...options.settings });
  const app = await createGateway(settings, {
    ...options.composition,
    logger: options.logger ?? false,
    ...(options.callerLimits === undefined ? {} : { callerLimits: options.callerLimits }),
  });
  await app.listen(0, '127.0.0.1');
  const address = app.getHttpServer().address() as { readonly port: number };
  const url = `http://127.0.0.1:${String(address.port)}`;
  return { url, app, ...requester(url), stop: () => app.close() };
}
