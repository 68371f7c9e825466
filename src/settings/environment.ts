import { isForeignName } from './foreign-names.js';
import { notKnown } from './nearest-name.js';
import { showWritten, type SettingFault } from './setting-fault.js';
import { environmentPrefix, gatewayFields, type SettingField } from './setting-fields.js';
import { parseJson, readText } from './settings-file.js';
import type { SettingsLayer, WrittenSetting } from './written-settings.js';

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Names the settings file; it is not itself a setting. */
export const configFileName = `${environmentPrefix}CONFIGFILE`;

const fieldsByName: ReadonlyMap<string, SettingField> = new Map(
  gatewayFields.flatMap((field) => [
    [field.environmentName, field],
    [`${field.environmentName}_FILE`, field],
  ]),
);

/** The standard proxy variables, weakest of all that is written: the file and prefixed names win over them. */
export function readProxyVariables(environment: Environment): SettingsLayer {
  const standard = { HTTPS_PROXY: 'outboundProxy', NO_PROXY: 'noProxy' };
  const entries = Object.entries(standard).flatMap(([source, path]): [string, WrittenSetting][] => {
    const value = environment[source];
    return value === undefined || value === '' ? [] : [[path, { value, source }]];
  });
  return { written: new Map(entries), faults: [] };
}

/**
 * Reads every `SERVICECONTROL_` variable. An unknown name is a fault, unless it belongs to ServiceControl or to the
 * platform; those are listed as `ignored`.
 */
export function readEnvironment(environment: Environment): SettingsLayer & { readonly ignored: readonly string[] } {
  const written = new Map<string, WrittenSetting>();
  const faults: SettingFault[] = [];
  const ignored: string[] = [];
  for (const [name, text] of Object.entries(environment).sort(byName)) {
    if (!name.startsWith(environmentPrefix) || name === configFileName || text === undefined) continue;
    const field = fieldsByName.get(name);
    if (field === undefined && isForeignName(name, text)) ignored.push(name);
    else if (field === undefined) faults.push(unknownName(name));
    else if (written.has(field.path)) faults.push(givenTwice(name, field));
    else {
      const read = readVariable(field, name, text);
      if ('fault' in read) faults.push(read.fault);
      else written.set(field.path, { value: read.value, source: name });
    }
  }
  return { written, faults, ignored };
}

function readVariable(
  field: SettingField,
  name: string,
  text: string,
): { readonly value: unknown } | { readonly fault: SettingFault } {
  try {
    return { value: valueOf(field, name === field.environmentName ? text : readText(text).replace(/\r?\n$/, '')) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const fault = { grade: 'fault', name: field.path, source: name } as const;
    if (error instanceof SyntaxError) return { fault: { ...fault, accepted: `a JSON array of members (${reason})` } };
    return { fault: { ...fault, value: showWritten(text), accepted: `a file that holds the value (${reason})` } };
  }
}

/** Text becomes JSON where the setting is a list of objects; an empty text unsets what may be unset. */
function valueOf(field: SettingField, text: string): unknown {
  if (field.kind === undefined) return parseJson(text);
  return text === '' && field.options.optional === true ? null : text;
}

function unknownName(name: string): SettingFault {
  return { grade: 'fault', name, accepted: notKnown(name, [...fieldsByName.keys(), configFileName]) };
}

function givenTwice(name: string, { environmentName }: SettingField): SettingFault {
  return { grade: 'fault', name, accepted: `either ${environmentName} or ${name}, not both` };
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
