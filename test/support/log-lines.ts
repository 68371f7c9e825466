import type { LoggerService } from '@nestjs/common';

/** One event: its constant message and the fields of its data. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Keeps what a gateway logs in place of writing it. */
export class LogLines implements LoggerService {
  private readonly kept: LogLine[] = [];

  log(message: unknown, ...data: readonly unknown[]): void {
    this.keep('info', message, data);
  }

  warn(message: unknown, ...data: readonly unknown[]): void {
    this.keep('warn', message, data);
  }

  error(message: unknown, ...data: readonly unknown[]): void {
    this.keep('error', message, data);
  }

  /** Every event, oldest first. */
  get all(): readonly LogLine[] {
    return this.kept;
  }

  /** Events with this message, oldest first. */
  saying(message: string): readonly LogLine[] {
    return this.kept.filter((line) => line.message === message);
  }

  private keep(level: LogLine['level'], message: unknown, data: readonly unknown[]): void {
    const objects = data.filter((entry): entry is object => typeof entry === 'object' && entry !== null);
    this.kept.push({ level, message: String(message), fields: Object.assign({}, ...objects) });
  }
}
