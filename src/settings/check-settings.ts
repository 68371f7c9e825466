import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { GatewaySettings } from './gateway-settings.js';
import { MemberSettings } from './member-settings.js';
import { notKnown } from './nearest-name.js';
import { settingProperties, Unreadable, type Secrecy } from './setting.js';
import { showWritten, type SettingFault } from './setting-fault.js';
import { gatewayFields } from './setting-fields.js';
import { defaultsFile } from './settings-file.js';
import { brokenRules, type Surroundings } from './settings-rules.js';
import { completeMembers } from './written-members.js';
import { jsonFromWritten, type SettingsLayer, type WrittenSettings } from './written-settings.js';

/** The settings are usable only when no fault is graded `fault`. */
export interface CheckedSettings {
  readonly settings: GatewaySettings;
  readonly faults: readonly SettingFault[];
}

const members = 'federatedInstances';
const memberNames = settingProperties(MemberSettings).map(({ name }) => name);
const secrecies: ReadonlyMap<string, Secrecy | undefined> = new Map(
  gatewayFields.map(({ path, options }) => [path, options.secret]),
);

/** Puts the layers over each other, later ones on top, and checks each setting alone and then all together. */
export function checkSettings(layers: readonly SettingsLayer[], surroundings: Surroundings): CheckedSettings {
  const written: WrittenSettings = new Map(layers.flatMap((layer) => [...layer.written]));
  const json = jsonFromWritten(written);
  const list = json[members] ?? [];
  json[members] = completeMembers(Array.isArray(list) ? (list as readonly unknown[]) : []);

  const settings = plainToInstance(GatewaySettings, json);
  const errors = validateSync(settings, { whitelist: true, forbidNonWhitelisted: true });
  const single = [
    ...layers.flatMap((layer) => layer.faults),
    ...[...notAList(list), ...errors.flatMap((error) => faultsOf(error, ''))].map((fault) =>
      withSource(fault, written),
    ),
  ];
  const faulty = single.map(({ name }) => name);
  const together = brokenRules(settings, { surroundings, faulty }).map((fault) => withSource(fault, written));
  return { settings: finished(settings), faults: [...single, ...together] };
}

function notAList(list: unknown): readonly SettingFault[] {
  if (Array.isArray(list)) return [];
  const accepted = 'a JSON array of members, [{"api_uri": "..."}, ...]';
  return [{ grade: 'fault', name: members, value: showWritten(list), accepted }];
}

function faultsOf(error: ValidationError, parent: string): readonly SettingFault[] {
  const isEntry = /^\d+$/.test(error.property);
  const name = isEntry
    ? `${parent}[${error.property}]`
    : parent === ''
      ? error.property
      : `${parent}.${error.property}`;
  const nested = (error.children ?? []).flatMap((child) => faultsOf(child, name));
  const own = Object.entries(error.constraints ?? {}).map(([constraint, message]): SettingFault => {
    const value: unknown = error.value instanceof Unreadable ? error.value.written : error.value;
    return {
      grade: 'fault',
      name,
      ...(value === undefined || constraint === 'whitelistValidation'
        ? {}
        : { value: showWritten(value, secrecies.get(name)) }),
      accepted: constraint === 'whitelistValidation' ? notKnown(error.property, memberNames) : message,
    };
  });
  return [...own, ...nested];
}

function withSource(fault: SettingFault, written: WrittenSettings): SettingFault {
  const source = written.get(fault.name.replace(/\[.*$/, ''))?.source;
  return source === undefined || source === defaultsFile ? fault : { ...fault, source };
}

/** One allowed origin closes the gateway to all others, as in ServiceControl (contract: hosting 7). */
function finished(settings: GatewaySettings): GatewaySettings {
  if (settings.cors.allowedOrigins.length > 0) Object.assign(settings.cors, { allowAnyOrigin: false });
  return frozen(settings);
}

function frozen<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) frozen(inner as object);
  return Object.freeze(value);
}
