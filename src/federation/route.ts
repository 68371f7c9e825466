import type { StrategyClass } from './strategy.js';

export const routeMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type RouteMethod = (typeof routeMethods)[number];

/**
 * How long a member may take: `quick` reads, `search` for message queries that scan, `slow` for reads known to take
 * long, `command` for everything that changes something.
 */
export type Pace = 'quick' | 'search' | 'slow' | 'command';

/** One line of a route table. */
export interface Row<Options = unknown> {
  readonly method: RouteMethod;
  /** Path below the surface as ServiceControl writes it, less constraints: `errors/last/{failedMessageId}`. */
  readonly template: string;
  readonly strategy: StrategyClass<Options>;
  readonly options: Options;
  /** Answered without a token even when authentication is on (hosting contract 4.4). */
  readonly anonymous: boolean;
  readonly pace: Pace;
}

/**
 * Declares a row, or several rows that differ in the method only: `route('PATCH/POST errors/archive', RouteToOwner, ...)`.
 * The compiler checks the options against the strategy.
 */
export function route<Options>(
  line: string,
  strategy: StrategyClass<Options>,
  ...options: unknown extends Options ? [] : [options: Options]
): readonly Row[] {
  const [methods = '', template = ''] = line.split(' ');
  return methods.split('/').map((method) => ({
    method: readMethod(method, line),
    template,
    strategy,
    options: options[0],
    anonymous: false,
    pace: method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'quick' : 'command',
  }));
}

/** Marks rows that members answer without a token. */
export function anonymous(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => ({ ...row, anonymous: true }));
}

/** Marks rows that query messages, which have a deadline and a health of their own. */
export function search(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => ({ ...row, pace: 'search' }));
}

/** Marks reads that are known to take long. */
export function slow(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => ({ ...row, pace: 'slow' }));
}

/** The row's name in logs, approvals and stack traces: `GET errors/summary`. */
export function rowName(row: Row): string {
  return `${row.method} ${row.template}`.trimEnd();
}

function readMethod(text: string, line: string): RouteMethod {
  const method = routeMethods.find((known) => known === text);
  if (method === undefined) throw new Error(`route table: "${line}" names the unknown method "${text}"`);
  return method;
}
