import { Module } from '@nestjs/common';
import { GatewayKit } from '../gateway-kit.module.js';
import * as controllers from './service-control.controllers.js';
import { AuthenticationConfiguration } from './synthesised/authentication-configuration.strategy.js';
import { Configuration } from './synthesised/configuration.strategy.js';
import { Remotes } from './synthesised/remotes.strategy.js';
import { RootDocument } from './synthesised/root-document.strategy.js';

/** ServiceControl's API, merged. */
@Module({
  imports: [GatewayKit],
  controllers: Object.values(controllers),
  providers: [RootDocument, Configuration, Remotes, AuthenticationConfiguration],
})
export class ServiceControlModule {}
