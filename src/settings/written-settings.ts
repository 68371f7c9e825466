import { notKnown } from './nearest-name.js';
import type { SettingFault } from './setting-fault.js';
import { gatewayFields, type SettingField } from './setting-fields.js';

/** A value that somebody wrote, and where; null means "not set". */
export interface WrittenSetting {
  readonly value: unknown;
  /** Environment name or file. */
  readonly source: string;
}

/** Written values by JSON path. */
export type WrittenSettings = ReadonlyMap<string, WrittenSetting>;

/** What one place gave: its values, and what in it could not be understood. */
export interface SettingsLayer {
  readonly written: WrittenSettings;
  readonly faults: readonly SettingFault[];
}

const fieldsByPath: ReadonlyMap<string, SettingField> = new Map(gatewayFields.map((field) => [field.path, field]));
const groupPaths: ReadonlySet<string> = new Set(gatewayFields.flatMap(({ path }) => groupsOf(path)));

/** Takes a settings object apart into its values; names that no setting has are faults. */
export function layerFromJson(json: object, source: string): SettingsLayer {
  const written = new Map<string, WrittenSetting>();
  const faults: SettingFault[] = [];
  const take = (name: string, value: unknown): void => {
    if (fieldsByPath.has(name)) written.set(name, { value, source });
    else if (!groupPaths.has(name)) faults.push(unknownName(name, source));
    else if (isObject(value)) takeAll(`${name}.`, value);
    else faults.push({ grade: 'fault', name, source, value: JSON.stringify(value), accepted: 'an object of settings' });
  };
  const takeAll = (prefix: string, object: object): void => {
    for (const [name, value] of Object.entries(object)) take(prefix + name, value);
  };
  takeAll('', json);
  return { written, faults };
}

/** Puts values back into one object; the groups that have none are empty objects. */
export function jsonFromWritten(written: WrittenSettings): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const { path } of gatewayFields) {
    const names = path.split('.');
    const last = names.pop() ?? path;
    const group = names.reduce((parent, name) => (parent[name] ??= {}) as Record<string, unknown>, root);
    const value = written.get(path)?.value;
    if (value !== undefined && value !== null) group[last] = value;
  }
  return root;
}

/** Whether a value is a JSON object, neither null nor an array. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownName(name: string, source: string): SettingFault {
  return { grade: 'fault', name, source, accepted: notKnown(name, [...fieldsByPath.keys()]) };
}

function groupsOf(path: string): readonly string[] {
  const names = path.split('.').slice(0, -1);
  return names.map((_, depth) => names.slice(0, depth + 1).join('.'));
}
