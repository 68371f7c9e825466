import { maskPasswords } from '../settings/masked.js';

/** Longest text in a log line, in UTF-16 code units. */
export const longestText = 1_000;

const deepest = 4;
const mostEntries = 50;
const secretNames =
  /^(?:.*(?:authorization|password|passwd|secret|connection_?string|cookie|(?:private|api|access)_?key)|.*token)$/i;
const bearerTokens = /\b(bearer\s+)[\w.~+/=-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*/gi;

/** Values as they may stand in a log line: escaped, cut, without secrets. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Prepares the data of one event. Fields named like a secret are masked whatever they hold. */
export function logFields(data: object): LogFields {
  return readable(data, 0) as LogFields;
}

/**
 * One line of harmless text: control characters, line and paragraph separators and marks that turn the writing
 * direction are spelled out, tokens and passwords in addresses are masked, the rest is cut.
 */
export function logText(text: string): string {
  const masked = maskPasswords(text.slice(0, 2 * longestText)).replaceAll(
    bearerTokens,
    (_, bearer?: string) => `${bearer ?? ''}***`,
  );
  const cut = masked.length > longestText ? `${masked.slice(0, longestText)}...` : masked;
  return cut.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, spelledOut);
}

function readable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return logText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return readableError(value, depth);
  if (value instanceof Date) return value;
  if (depth >= deepest) return '...';
  if (Array.isArray(value)) return value.slice(0, mostEntries).map((entry) => readable(entry, depth + 1));
  const entries = Object.entries(value).slice(0, mostEntries);
  return Object.fromEntries(
    entries.map(([name, field]) => [logText(name), secretNames.test(name) ? '***' : readable(field, depth + 1)]),
  );
}

/** The stack as a list of lines, so that no text in a message can pass for a line of its own. */
function readableError(error: Error, depth: number): unknown {
  const { message, stack = '', cause } = error;
  const code: unknown = 'code' in error ? error.code : undefined;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: logText(error.name),
    message: logText(message),
    ...(code === undefined ? {} : { code: readable(code, depth + 1) }),
    ...(frames.length === 0 ? {} : { stack: frames.slice(0, mostEntries).map((line) => logText(line.trim())) }),
    ...(cause === undefined || depth >= deepest ? {} : { cause: readable(cause, depth + 1) }),
  };
}

function spelledOut(character: string): string {
  const known: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return known[character] ?? `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0') ?? ''}`;
}
