import { createRequire } from 'node:module';
import type { LoggerService } from '@nestjs/common';
import type { PrettyOptions } from 'pino-pretty';
import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger as Pino } from 'pino';
import type { LogSettings } from '../settings/operation-settings.js';
import { logFields, logText } from './log-fields.js';

/** Parts of Nest that write one line per module and per route while it starts. */
const talkative = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/** Names that the line itself uses. */
const ownFields = new Set(['level', 'time', 'component', 'msg']);

/**
 * Writes what every component says through Nest's own `Logger`: one line per event, a constant message, the data in
 * fields, and the logger's name as `component`.
 *
 *     private readonly log = new Logger('health');
 *     this.log.warn('member is down', { member: 'eu', reason: 'connection refused' });
 *     // {"level":"warn","time":"...","component":"health","member":"eu","reason":"connection refused","msg":"member is down"}
 *
 * Nest's `log` is level `info`, its `verbose` is `trace`. An Error among the arguments becomes the field `error`.
 * Everything goes through `logFields`, so no caller can forge a line or leak a token.
 */
export class GatewayLogger implements LoggerService {
  private readonly lines: Pino;

  constructor({ level, format }: LogSettings, sink: DestinationStream = standardOutput(format)) {
    this.lines = pino(
      {
        level,
        base: null,
        timestamp: stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
      },
      sink,
    );
  }

  log(message: unknown, ...data: readonly unknown[]): void {
    this.write('info', message, data);
  }

  error(message: unknown, ...data: readonly unknown[]): void {
    this.write('error', message, data);
  }

  warn(message: unknown, ...data: readonly unknown[]): void {
    this.write('warn', message, data);
  }

  debug(message: unknown, ...data: readonly unknown[]): void {
    this.write('debug', message, data);
  }

  verbose(message: unknown, ...data: readonly unknown[]): void {
    this.write('trace', message, data);
  }

  fatal(message: unknown, ...data: readonly unknown[]): void {
    this.write('fatal', message, data);
  }

  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    data: readonly unknown[],
  ): void {
    const { component, fields } = eventOf(message, data);
    const quieter = level === 'info' && talkative.has(component ?? '') ? 'debug' : level;
    if (!this.lines.isLevelEnabled(quieter)) return;
    const named = Object.entries(logFields(fields)).map(([name, value]) => [
      ownFields.has(name) ? `${name}_` : name,
      value,
    ]);
    this.lines[quieter](
      { ...(component === undefined ? {} : { component }), ...Object.fromEntries(named) },
      typeof message === 'string' ? logText(message) : 'unexpected error',
    );
  }
}

/** Nest passes the logger's name as the last text, and for errors a stack in front of it. */
function eventOf(message: unknown, data: readonly unknown[]): { readonly component?: string; readonly fields: object } {
  const texts = data.filter((entry) => typeof entry === 'string');
  const component = texts.at(-1);
  const stack = texts.length > 1 ? { stack: texts[0]?.split('\n') } : {};
  const objects = [message, ...data].filter((entry) => typeof entry === 'object' && entry !== null);
  const fields = objects.map((entry) => (entry instanceof Error ? { error: entry } : entry));
  return {
    ...(component === undefined ? {} : { component: logText(component) }),
    fields: Object.assign(stack, ...fields) as object,
  };
}

function standardOutput(format: LogSettings['format']): DestinationStream {
  const isPretty = format === 'pretty' || (format === undefined && process.stdout.isTTY);
  if (!isPretty) return destination({ dest: 1, sync: true });
  // Loaded only here, because it adds a tenth of a second to the start of every gateway that does not need it.
  const pretty = createRequire(import.meta.url)('pino-pretty') as (options: PrettyOptions) => DestinationStream;
  return pretty({
    sync: true,
    colorize: process.stdout.isTTY,
    singleLine: true,
    messageFormat: '{component}: {msg}',
    ignore: 'component',
  });
}
