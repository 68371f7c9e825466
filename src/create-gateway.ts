import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { LoggerService } from '@nestjs/common';
import { AppModule, type Composition } from './app.module.js';
import type { NextFunction, Request, Response } from 'express';
import { corsMiddleware } from './edge/cors.js';
import { Draining } from './edge/draining.js';
import { requestEntry } from './edge/request-entry.js';
import { GatewayLogger } from './edge/logger.js';
import { notYet } from './settings/not-yet.js';
import { SettingsError } from './settings/setting-fault.js';
import { StrictExpress, type CallerLimits } from './edge/strict-express.adapter.js';
import type { GatewaySettings } from './settings/gateway-settings.js';

export type { CallerLimits } from './edge/strict-express.adapter.js';

/** A gateway that is set up and not yet listening. */
export type Gateway = NestExpressApplication;

/**
 * Builds the gateway. The process entry, every test and any embedding program start here.
 * @throws SettingsError for settings that this version cannot carry out
 * @throws Error when a table is wrong: an unknown strategy, a path declared twice
 */
export async function createGateway(
  settings: GatewaySettings,
  composition: Composition & { readonly logger?: LoggerService | false; readonly callerLimits?: CallerLimits } = {},
): Promise<Gateway> {
  const refused = notYet(settings);
  if (refused.length > 0) throw new SettingsError(refused);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.compose(settings, composition),
    new StrictExpress(composition.callerLimits),
    {
      // Bodies of federated surfaces are forwarded byte for byte.
      bodyParser: false,
      abortOnError: false,
      logger: composition.logger ?? new GatewayLogger(settings.log),
    },
  );
  // An ETag of Express's making would tell callers that a partial answer is whole.
  app.set('etag', false);
  app.disable('x-powered-by');
  const draining = app.get(Draining);
  app.use((request: Request, response: Response, next: NextFunction) => {
    draining.use(request, response, next);
  });
  app.use(requestEntry(settings));
  app.use(corsMiddleware({ anyOrigin: settings.cors.allowAnyOrigin, origins: settings.cors.allowedOrigins }));
  if (settings.basePath !== '') app.setGlobalPrefix(settings.basePath, { exclude: ['health/live', 'health/ready'] });
  // Exit code 0 after SIGTERM: a stop that was asked for is no failure.
  app.enableShutdownHooks([], { useProcessExit: true });
  return app;
}
