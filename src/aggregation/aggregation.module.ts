import { Module } from '@nestjs/common';
import { FederationModule } from '../federation/federation.module.js';
import { FanOutModule } from '../fan-out/fan-out.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { AllowedMethods } from './allowed-methods.strategy.js';
import { License } from './license.strategy.js';
import { MergeByKey } from './merge-by-key.strategy.js';
import { MergeDocuments } from './merge-documents.strategy.js';
import { MyRoutes } from './my-routes.strategy.js';
import { SortedPage } from './sorted-page.strategy.js';
import { Sum } from './sum.strategy.js';
import { TopWindow } from './top-window.strategy.js';
import { Union } from './union.strategy.js';

const strategies = [AllowedMethods, License, MergeByKey, MergeDocuments, MyRoutes, SortedPage, Sum, TopWindow, Union];

/** Merging what members answered. */
@Module({
  imports: [FederationModule, FanOutModule, RoutingModule],
  providers: strategies,
  exports: strategies,
})
export class AggregationModule {}
