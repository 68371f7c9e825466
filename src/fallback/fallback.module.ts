import { Module } from '@nestjs/common';
import { FanOutModule } from '../fan-out/fan-out.module.js';
import { FederationModule } from '../federation/federation.module.js';
import { FallbackController } from './fallback.controllers.js';
import { UnknownRoutes } from './unknown-routes.js';

/** Any other path on a surface; imported last. */
@Module({ imports: [FederationModule, FanOutModule], controllers: [FallbackController], providers: [UnknownRoutes] })
export class FallbackModule {}
