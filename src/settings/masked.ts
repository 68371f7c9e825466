import type { GatewaySettings } from './gateway-settings.js';
import { settingProperties, type SettingProperty, type SettingsClass } from './setting.js';

/** JSON that a settings file may hold. */
export type SettingsJson = { readonly [name: string]: unknown };

/**
 * The effective settings as a settings file would give them, with durations and sizes spelled out and every secret
 * masked. Settings that are not set are left out.
 */
export function maskedSettings(settings: GatewaySettings): SettingsJson {
  return written(settings, settings.constructor as SettingsClass);
}

/**
 * Hides passwords and keys inside a text: `//user:***@host`, `SharedAccessKey=***`, `Password=***`. The rest stays
 * readable, so that a wrong host can be seen.
 */
export function maskPasswords(text: string): string {
  return text
    .replaceAll(/(:\/\/[^\s:/@"]*):[^\s"]*@/g, '$1:***@')
    .replaceAll(/\b((?:[a-z]*password|pwd|[a-z]*accesskey|[a-z]*secret|[a-z]*signature)) *= *[^;"\s]+/gi, '$1=***');
}

function written(settings: object, described: SettingsClass): SettingsJson {
  const values = settings as Readonly<Record<string, unknown>>;
  const entries = settingProperties(described)
    .filter(({ name }) => values[name] !== undefined)
    .map((property) => [property.name, writtenValue(values[property.name], property)]);
  return Object.fromEntries(entries) as SettingsJson;
}

function writtenValue(value: unknown, property: SettingProperty): unknown {
  if ('group' in property) return written(value as object, property.group);
  if ('list' in property) return (value as readonly object[]).map((entry) => written(entry, property.list));
  const { kind, options } = property;
  if (options.secret === 'all') return '***';
  if (options.secret === 'password') return maskPasswords(String(value));
  return kind.show === undefined ? value : kind.show(value as never);
}
