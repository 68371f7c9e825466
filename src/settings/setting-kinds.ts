import { isIP } from 'node:net';
import { longestDuration, readDuration, showDuration, type Milliseconds } from './duration.js';
import type { SettingKind } from './setting.js';
import { readSize, showSize, type Bytes } from './size.js';

/** Text that is kept blank for blank, for passwords. */
export const exactText: SettingKind = {
  accepts: 'text that is not empty',
  read: (written) => readText(written) || undefined,
};

/** Text with something in it; blanks around it are dropped. */
export const filledText: SettingKind = {
  accepts: 'text that is not empty',
  read: (written) => readText(written)?.trim() || undefined,
};

/** `true` or `false`, in any letter case when it comes as text. */
export const flag: SettingKind = {
  accepts: 'true or false',
  read: (written) => {
    const text = typeof written === 'string' ? written.trim().toLowerCase() : written;
    if (text === true || text === 'true') return true;
    return text === false || text === 'false' ? false : undefined;
  },
};

/** Whole number within the bounds, both included. */
export function wholeNumber({ from, to }: { readonly from: number; readonly to: number }): SettingKind {
  return {
    accepts: `a whole number from ${from} to ${to}`,
    read: (written) => {
      const number = typeof written === 'string' && /^ *-?\d{1,15} *$/.test(written) ? Number(written) : written;
      return Number.isInteger(number) && from <= Number(number) && Number(number) <= to ? number : undefined;
    },
  };
}

/** Port to listen on; 0 lets the system choose a free one. */
export const port: SettingKind = {
  ...wholeNumber({ from: 0, to: 65_535 }),
  advise: (written) =>
    typeof written === 'string' && written.startsWith('tcp://')
      ? 'Kubernetes wrote this one for a service of that name: set the variable in the pod, or enableServiceLinks: false'
      : undefined,
};

/** Length of time in milliseconds, at least `atLeast`; 0 is accepted only where it is the least. */
export function duration({ atLeast }: { readonly atLeast: Milliseconds }): SettingKind {
  const bounds = `from ${showDuration(atLeast)} to ${showDuration(longestDuration)}`;
  return {
    accepts: `a duration with its unit, such as 4s, 250ms, 2m or 00:00:04, ${bounds}`,
    read: (written) => {
      const length = readDuration(written);
      return length !== undefined && length >= atLeast ? length : undefined;
    },
    show: showDuration,
  };
}

/** Amount of data in bytes, at least `atLeast`. */
export function size({ atLeast }: { readonly atLeast: Bytes }): SettingKind {
  return {
    accepts: `a size such as 30mb (30,000,000 bytes), 64kib or a number of bytes, from ${showSize(atLeast)} to 2gb`,
    read: (written) => {
      const bytes = readSize(written);
      return bytes !== undefined && bytes >= atLeast ? bytes : undefined;
    },
    show: showSize,
  };
}

/** One of a few words, in any letter case. */
export function choice(...words: readonly string[]): SettingKind {
  return {
    accepts: `one of ${words.join(', ')}`,
    read: (written) => {
      const text = readText(written)?.trim().toLowerCase();
      return words.find((word) => word === text);
    },
  };
}

/** List of texts: a JSON array, or text separated by commas or semicolons. Every entry must be accepted. */
export function listOf(entries: SettingKind): SettingKind {
  return {
    accepts: `a list, each entry ${entries.accepts}; several are separated by comma or semicolon, or a JSON array`,
    read: (written) => {
      const values = readList(written)?.map((entry) => entries.read(entry));
      return values?.includes(undefined) === true ? undefined : values;
    },
  };
}

/** IPv4 or IPv6 address. */
export const ipAddress: SettingKind = {
  accepts: 'an IP address such as 10.0.0.7 or fd00::7',
  read: (written) => {
    const text = readText(written)?.trim();
    return text !== undefined && isIP(text) !== 0 ? text : undefined;
  },
};

/** Network in CIDR notation. */
export const network: SettingKind = {
  accepts: 'a network such as 10.0.0.0/8 or fd00::/8',
  read: (written) => {
    const text = readText(written)?.trim() ?? '';
    const [, address, bits] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
    const version = isIP(address ?? '');
    return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128) ? text : undefined;
  },
};

/** Cron expression of five fields, or six with seconds first. */
export const cron: SettingKind = {
  accepts: 'a cron expression of five fields, or six with seconds first, such as */15 * * * * *',
  read: (written) => {
    const text = readText(written)?.trim();
    return text !== undefined && /^[\d*,/A-Za-z#?-]+(?: +[\d*,/A-Za-z#?-]+){4,5}$/.test(text) ? text : undefined;
  },
};

function readText(written: unknown): string | undefined {
  return typeof written === 'string' ? written : undefined;
}

function readList(written: unknown): readonly unknown[] | undefined {
  if (Array.isArray(written)) return written as readonly unknown[];
  const text = readText(written)?.trim();
  if (text === undefined) return undefined;
  if (!text.startsWith('[')) return text.split(/[,;]/).filter((entry) => entry.trim() !== '');
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? (parsed as readonly unknown[]) : undefined;
  } catch {
    return undefined;
  }
}
