import { Module } from '@nestjs/common';
import { AggregationModule } from './aggregation/aggregation.module.js';
import { FanOutModule } from './fan-out/fan-out.module.js';
import { FederationModule } from './federation/federation.module.js';
import { RoutingModule } from './routing/routing.module.js';

/** What a strategy may inject: FanOut, OwnerResolver, RouteRunner, the general strategies. Outside modules import this one. */
@Module({
  imports: [FederationModule, FanOutModule, RoutingModule, AggregationModule],
  exports: [FederationModule, FanOutModule, RoutingModule, AggregationModule],
})
export class GatewayKit {}
