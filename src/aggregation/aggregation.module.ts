import { Module } from '@nestjs/common';
import { FanOutModule } from '../fan-out/fan-out.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { MergeByKey } from './merge-by-key.strategy.js';
import { SortedPage } from './sorted-page.strategy.js';
import { Sum } from './sum.strategy.js';
import { TopWindow } from './top-window.strategy.js';
import { Union } from './union.strategy.js';

/** Merging what members answered. */
@Module({
  imports: [FanOutModule, RoutingModule],
  providers: [MergeByKey, SortedPage, Sum, TopWindow, Union],
  exports: [MergeByKey, SortedPage, Sum, TopWindow, Union],
})
export class AggregationModule {}
