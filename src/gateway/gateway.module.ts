import { Module } from '@nestjs/common';
import { FederationModule } from '../federation/federation.module.js';
import { HealthModule } from '../health/health.module.js';
import { TransportsModule } from '../transports/transports.module.js';
import { MembersController } from './members.controller.js';
import { RoutesController } from './routes.controller.js';

/** What the gateway says of itself. */
@Module({
  imports: [FederationModule, HealthModule, TransportsModule],
  controllers: [MembersController, RoutesController],
})
export class GatewayModule {}
