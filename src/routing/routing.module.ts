import { Module } from '@nestjs/common';
import { FanOutModule } from '../fan-out/fan-out.module.js';
import { ListedOwners } from './listed-owners.js';
import { FirstHit } from './first-hit.strategy.js';
import { OwnedBody } from './owned-body.strategy.js';
import { OwnerCache } from './owner-cache.js';
import { OwnerResolver } from './owner-resolver.js';
import { RouteToOwner } from './route-to-owner.strategy.js';

/** Finding the one member that owns an id. */
@Module({
  imports: [FanOutModule],
  providers: [OwnerCache, ListedOwners, OwnerResolver, RouteToOwner, FirstHit, OwnedBody],
  exports: [OwnerCache, ListedOwners, OwnerResolver, RouteToOwner, FirstHit, OwnedBody],
})
export class RoutingModule {}
