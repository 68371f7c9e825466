import { Module, type DynamicModule } from '@nestjs/common';
import { GatewaySettings } from './gateway-settings.js';

/** Gives the loaded settings to every class that asks for `GatewaySettings`. */
@Module({})
export class SettingsModule {
  static of(settings: GatewaySettings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: GatewaySettings, useValue: settings }],
      exports: [GatewaySettings],
    };
  }
}
