import { Module } from '@nestjs/common';
import { GatewayKit } from '../gateway-kit.module.js';
import * as controllers from './monitoring.controllers.js';
import { DisconnectedEndpoints } from './synthesised/disconnected-endpoints.strategy.js';
import { EndpointDetails } from './synthesised/endpoint-details.strategy.js';
import { MemberNames } from './synthesised/member-names.js';
import { MonitoredEndpoints } from './synthesised/monitored-endpoints.strategy.js';
import { MonitoringRoot } from './synthesised/monitoring-root.strategy.js';
import { RemoveInstance } from './synthesised/remove-instance.strategy.js';

/** Monitoring's API, merged. */
@Module({
  imports: [GatewayKit],
  controllers: Object.values(controllers),
  providers: [MonitoringRoot, MonitoredEndpoints, EndpointDetails, DisconnectedEndpoints, RemoveInstance, MemberNames],
})
export class MonitoringModule {}
