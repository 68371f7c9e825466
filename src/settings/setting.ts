import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import { IsOptional, ValidateBy, ValidateNested } from 'class-validator';

/** How one setting is read from what somebody wrote, and what the reader is told when that fails. */
export interface SettingKind {
  /** Ends the sentence "accepted: ...". */
  readonly accepts: string;
  /** Advice for one particular written value, put behind `accepts`. */
  readonly advise?: (written: unknown) => string | undefined;
  /** The value the program works with, or undefined when the written one cannot be used. */
  readonly read: (written: unknown) => unknown;
  /** The value as a person would write it; JSON when left out. */
  readonly show?: (value: never) => string;
}

/** `all` hides the value, `password` only the passwords and keys inside an address or a connection string. */
export type Secrecy = 'all' | 'password';

export interface SettingOptions {
  /** May be left unset; the property is then undefined. */
  readonly optional?: boolean;
  readonly secret?: Secrecy;
}

/** One property of a settings class, as its decorator describes it. */
export type SettingProperty =
  | { readonly name: string; readonly group: SettingsClass }
  | { readonly name: string; readonly list: SettingsClass }
  | { readonly name: string; readonly kind: SettingKind; readonly options: SettingOptions };

export type SettingsClass = new () => object;

/** Stands in a settings object for a written value that its kind could not read. */
export class Unreadable {
  constructor(readonly written: unknown) {}
}

const propertiesKey = Symbol('setting properties');

/** Marks a property as a setting of the given kind: how it is read, checked, explained and masked. */
export function Setting(kind: SettingKind, options: SettingOptions = {}): PropertyDecorator {
  return combined(
    (name) => ({ name, kind, options }),
    [
      Transform(({ obj, key }) => {
        const written: unknown = (obj as Record<string, unknown>)[key];
        const value = written === undefined ? undefined : kind.read(written);
        return value === undefined && written !== undefined ? new Unreadable(written) : value;
      }),
      ValidateBy({
        name: 'setting',
        validator: {
          validate: (value: unknown) => value !== undefined && !(value instanceof Unreadable),
          defaultMessage: (args) => acceptedFor(kind, args?.value),
        },
      }),
      ...(options.optional === true ? [IsOptional()] : []),
    ],
  );
}

/** Marks a property that holds further settings. */
export function SettingGroup(group: SettingsClass): PropertyDecorator {
  return combined((name) => ({ name, group }), [Type(() => group), ValidateNested()]);
}

/** Marks a property that holds a list of objects, each with settings of its own. */
export function SettingList(list: SettingsClass): PropertyDecorator {
  return combined((name) => ({ name, list }), [Type(() => list), ValidateNested({ each: true })]);
}

/** The settings of a class in the order in which they are declared. */
export function settingProperties(settings: SettingsClass): readonly SettingProperty[] {
  const found: unknown = Reflect.getMetadata(propertiesKey, settings);
  return (found ?? []) as readonly SettingProperty[];
}

function combined(describe: (name: string) => SettingProperty, decorators: readonly PropertyDecorator[]) {
  return (prototype: object, key: string | symbol): void => {
    const owner = prototype.constructor as SettingsClass;
    Reflect.defineMetadata(propertiesKey, [...settingProperties(owner), describe(String(key))], owner);
    for (const decorate of decorators) decorate(prototype, key);
  };
}

function acceptedFor(kind: SettingKind, value: unknown): string {
  const advice = value instanceof Unreadable ? kind.advise?.(value.written) : undefined;
  return advice === undefined ? kind.accepts : `${kind.accepts}; ${advice}`;
}
