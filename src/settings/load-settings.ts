import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkSettings } from './check-settings.js';
import { configFileName, readEnvironment, readProxyVariables, type Environment } from './environment.js';
import type { GatewaySettings } from './gateway-settings.js';
import { SettingsError, type SettingFault } from './setting-fault.js';
import { defaultsFile, readSettingsFile } from './settings-file.js';
import type { Surroundings } from './settings-rules.js';
import { layerFromJson } from './written-settings.js';

/** Settings that can be used. */
export interface LoadedSettings {
  readonly settings: GatewaySettings;
  /** What an operator ought to look at; nothing that keeps the gateway from starting. */
  readonly warnings: readonly SettingFault[];
  /** Environment names with the gateway's prefix that belong to other programs and were not read. */
  readonly ignored: readonly string[];
}

/** Everything that is wrong, faults and warnings together. */
export interface RefusedSettings {
  readonly faults: readonly SettingFault[];
}

export { describeFaults } from './setting-fault.js';

/**
 * Loads the settings: `config/default.json`, then the file named by `--config FILE` or `SERVICECONTROL_CONFIGFILE`,
 * then the environment; later wins, setting by setting.
 *
 * @param argv arguments behind the program's name. Words without dashes are commands and are left to the caller; an
 *   option other than `--config` is a fault.
 * @returns the settings, or every fault at once.
 */
export function loadSettings(
  argv: readonly string[],
  environment: Environment,
  surroundings: Surroundings = { isContainer: isContainer(environment) },
): LoadedSettings | RefusedSettings {
  const asked = settingsFileOf(argv, environment);
  const fromEnvironment = readEnvironment(environment);
  const layers = [
    readSettingsFile(defaultsFile, 'config/default.json'),
    readProxyVariables(environment),
    { written: new Map(), faults: asked.faults },
    ...(asked.file === undefined ? [] : [readSettingsFile(asked.file, asked.name)]),
    fromEnvironment,
  ];
  const { settings, faults } = checkSettings(layers, surroundings);
  if (faults.some(({ grade }) => grade === 'fault')) return { faults };
  return { settings, warnings: faults, ignored: fromEnvironment.ignored };
}

/**
 * Settings for an embedding program or a test: the defaults with what the given object says, spelled as in a settings
 * file. Reads no environment.
 *
 * @throws SettingsError with every fault.
 */
export function settingsFrom(json: object): GatewaySettings {
  const layers = [readSettingsFile(defaultsFile, 'config/default.json'), layerFromJson(json, 'given settings')];
  const { settings, faults } = checkSettings(layers, { isContainer: false });
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

interface AskedFile {
  readonly file?: string;
  /** What named the file. */
  readonly name: string;
  readonly faults: readonly SettingFault[];
}

function settingsFileOf(argv: readonly string[], environment: Environment): AskedFile {
  const { tokens } = parseArgs({
    args: [...argv],
    options: { config: { type: 'string' } },
    strict: false,
    tokens: true,
  });
  const options = tokens.filter((token) => token.kind === 'option');
  const files = options.filter(({ name }) => name === 'config').map(({ value }) => value ?? '');
  const faults = [
    ...options
      .filter(({ name }) => name !== 'config')
      .map(({ rawName }) => commandLineFault(rawName, 'no option of this name; the only one is --config FILE')),
    ...(files.includes('') ? [commandLineFault('--config', 'a file name behind it')] : []),
    ...(files.length > 1 ? [commandLineFault('--config', 'one settings file')] : []),
  ];
  const [file, name] = files.length > 0 ? [files[0], '--config'] : [environment[configFileName], configFileName];
  return { ...(file === undefined || file === '' ? {} : { file }), name, faults };
}

function commandLineFault(name: string, accepted: string): SettingFault {
  return { grade: 'fault', name, accepted };
}

/** Docker and Podman leave these files. In a Kubernetes pod `localhost` is shared, so there it says nothing. */
function isContainer(environment: Environment): boolean {
  const isPod = environment['KUBERNETES_SERVICE_HOST'] !== undefined;
  return !isPod && (existsSync('/.dockerenv') || existsSync('/run/.containerenv'));
}
