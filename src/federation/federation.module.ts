import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ReplyWriter } from './reply-writer.js';
import { RouteOverrides } from './route-overrides.js';
import { RouteRunner } from './route-runner.js';
import { RouteTable } from './route-table.js';

/** Turns table rows into answers. */
@Module({
  imports: [DiscoveryModule],
  providers: [RouteTable, RouteRunner, ReplyWriter],
  exports: [RouteTable, RouteRunner, ReplyWriter],
})
export class FederationModule {
  /** Makes the overrides known to the one runner. */
  static with(overrides: RouteOverrides): DynamicModule {
    return {
      module: OverridesModule,
      providers: [{ provide: RouteOverrides, useValue: overrides }],
      exports: [RouteOverrides],
    };
  }
}

@Global()
@Module({})
class OverridesModule {}
