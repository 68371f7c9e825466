import { GatewaySettings } from './gateway-settings.js';
import { settingProperties, type SettingKind, type SettingsClass, type SettingOptions } from './setting.js';

/** One setting that can be written on its own: in the file by its path, in the environment by its name. */
export interface SettingField {
  /** Names from the root of the settings file, joined by dots: `federation.memberTimeout`. */
  readonly path: string;
  /** `SERVICECONTROL_FEDERATION_MEMBERTIMEOUT`. */
  readonly environmentName: string;
  /** Undefined for a list of objects, whose entries have settings of their own. */
  readonly kind?: SettingKind;
  readonly options: SettingOptions;
}

/** Beginning of every environment name that is read. */
export const environmentPrefix = 'SERVICECONTROL_';

/** All settings of the gateway, in the order in which the class declares them. */
export const gatewayFields: readonly SettingField[] = settingFields(GatewaySettings);

/** The settings of one class and of its groups. */
export function settingFields(settings: SettingsClass, parent = ''): readonly SettingField[] {
  return settingProperties(settings).flatMap((property): readonly SettingField[] => {
    const path = parent + property.name;
    if ('group' in property) return settingFields(property.group, `${path}.`);
    const environmentName = environmentPrefix + path.toUpperCase().replaceAll('.', '_');
    if ('list' in property) return [{ path, environmentName, options: {} }];
    return [{ path, environmentName, kind: property.kind, options: property.options }];
  });
}
