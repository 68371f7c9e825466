import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AuthModule } from './auth/auth.module.js';
import { EdgeModule } from './edge/edge.module.js';
import { FallbackModule } from './fallback/fallback.module.js';
import { FederationModule } from './federation/federation.module.js';
import type { Row } from './federation/route.js';
import { RouteOverrides } from './federation/route-overrides.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { HealthModule } from './health/health.module.js';
import { MembersModule } from './members/members.module.js';
import type { MemberDirectory } from './members/member-directory.js';
import { MonitoringModule } from './monitoring/monitoring.module.js';
import { overridesFor } from './service-control/service-control.overrides.js';
import { serviceControl } from './service-control/service-control.surface.js';
import { ServiceControlModule } from './service-control/service-control.module.js';
import { SettingsModule } from './settings/settings.module.js';
import type { GatewaySettings } from './settings/gateway-settings.js';

/** What an embedding program may add or replace. */
export interface Composition {
  /** Outside Nest modules, loaded after the surfaces and before the fallback. */
  readonly extensions?: readonly Type[];
  /** Where members come from, in place of the settings. */
  readonly members?: Type<MemberDirectory>;
  /** Rows that replace built-in ones of the same method and path, by surface name: `{ 'service-control': [route(...)] }`. */
  readonly overrides?: Readonly<Record<string, readonly (readonly Row[])[]>>;
}

/** Composition root: the only file that knows all modules. */
@Module({})
export class AppModule {
  static compose(settings: GatewaySettings, composition: Composition = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.of(settings),
        ScheduleModule.forRoot(),
        MembersModule.from(composition.members),
        FederationModule.with(overridesOf(settings, composition)),
        EdgeModule,
        AuthModule,
        HealthModule,
        GatewayModule,
        ServiceControlModule,
        MonitoringModule,
        ...(composition.extensions ?? []),
        FallbackModule,
      ],
    };
  }
}

/** What settings replace comes first, so that an embedding program has the last word. */
function overridesOf(settings: GatewaySettings, { overrides = {} }: Composition): RouteOverrides {
  const own = overridesFor(settings);
  return new RouteOverrides({
    ...overrides,
    [serviceControl.name]: [...own, ...(overrides[serviceControl.name] ?? [])],
  });
}
