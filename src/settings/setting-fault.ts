import { maskPasswords } from './masked.js';
import type { Secrecy } from './setting.js';

/** One thing about the settings that somebody has to change, or ought to know. */
export interface SettingFault {
  /** A `warning` does not keep the gateway from starting. */
  readonly grade: 'fault' | 'warning';
  /** JSON path of the setting, or the unknown name as it was written. */
  readonly name: string;
  /** Where it was written: environment name, file, or command line. */
  readonly source?: string;
  /** The value as written, cut, with secrets masked; left out when nothing was written or the name is unknown. */
  readonly value?: string;
  /** Ends the sentence "accepted: ...". */
  readonly accepted: string;
}

/** Settings that cannot be used. The message lists every fault. */
export class SettingsError extends Error {
  constructor(readonly faults: readonly SettingFault[]) {
    super(describeFaults(faults));
    this.name = 'SettingsError';
  }
}

/** All faults as text for a person, one line each, warnings last. */
export function describeFaults(faults: readonly SettingFault[]): string {
  const [broken, warnings] = [of(faults, 'fault'), of(faults, 'warning')];
  return [
    ...(broken.length > 0 ? [`${broken.length} setting ${plural('fault', broken)}:`, ...broken.map(describe)] : []),
    ...(warnings.length > 0 ? [`${warnings.length} ${plural('warning', warnings)}:`, ...warnings.map(describe)] : []),
  ].join('\n');
}

const longestShown = 120;

/** A written value as a fault shows it. */
export function showWritten(written: unknown, secrecy?: Secrecy): string {
  if (secrecy !== undefined) return '***';
  const text = maskPasswords(JSON.stringify(written));
  return text.length > longestShown ? `${text.slice(0, longestShown)}...` : text;
}

function describe({ name, source, value, accepted }: SettingFault): string {
  const from = source === undefined || source === name ? '' : ` (${source})`;
  return `  ${name}${from}: ${value === undefined ? '' : `got ${value}; `}accepted: ${accepted}`;
}

function of(faults: readonly SettingFault[], grade: SettingFault['grade']): readonly SettingFault[] {
  return faults.filter((fault) => fault.grade === grade);
}

function plural(word: string, counted: readonly unknown[]): string {
  return counted.length === 1 ? word : `${word}s`;
}
