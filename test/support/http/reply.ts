import type { Readable } from 'node:stream';

/** A header as it goes on the wire; a repeated name becomes several lines. */
export type HeaderLine = readonly [name: string, value: string];

/** A body made while it is sent, so that its size costs no memory. Chunked unless a header announces its length. */
export interface StreamedBody {
  /** Called once per reply. */
  open(): Readable;
}

/** What the pipeline around a controller adds to a reply (hosting 10.1). */
export type Origin =
  /** A controller's result: version, caching, request id and CORS headers. */
  | 'controller'
  /** Decided before or beside any controller (404 without route, 405, 401, 403): request id and CORS headers. */
  | 'pipeline'
  /** Answered by somebody else and passed on: CORS headers. */
  | 'relay'
  /** An exception that nobody handled: nothing at all. */
  | 'crash';

/** What a fake is about to send: a value, so that faults can be applied to it before anything is written. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  /** Sent in chunks unless a header says `Content-Length`. Without a body the reply says `Content-Length: 0`, or nothing where no body may be. */
  readonly body?: Buffer | StreamedBody;
  /** JSON text of each element when the body is an array of rows; the body is then made of them. */
  readonly rows?: readonly string[] | undefined;
  readonly origin: Origin;
}

/** 500, no body, none of the usual headers. */
export const unhandledException: Reply = { status: 500, headers: [], origin: 'crash' };

export function emptyReply(status: number, headers: readonly HeaderLine[] = []): Reply {
  return { status, headers, origin: 'controller' };
}

export function textReply(status: number, contentType: string, text: string): Reply {
  return { status, headers: [['Content-Type', contentType]], body: Buffer.from(text), origin: 'controller' };
}

/** 200 with JSON text. */
export function jsonReply(text: string, headers: readonly HeaderLine[] = []): Reply {
  return withHeaders(textReply(200, 'application/json; charset=utf-8', text), headers);
}

/** 200 with an array whose elements are JSON texts. */
export function rowsReply(rows: readonly string[], headers: readonly HeaderLine[] = []): Reply {
  return { ...jsonReply(arrayOf(rows), headers), rows };
}

export function arrayOf(rows: readonly string[]): string {
  return `[${rows.join(',')}]`;
}

/** The same reply with further headers behind its own. */
export function withHeaders(reply: Reply, headers: readonly HeaderLine[]): Reply {
  return { ...reply, headers: [...reply.headers, ...headers] };
}

/** All values of one header, its name in any letter case. */
export function valuesOf(headers: readonly HeaderLine[], name: string): readonly string[] {
  return headers.filter(([given]) => given.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

/** The same lines without one header. */
export function withoutHeader(headers: readonly HeaderLine[], name: string): readonly HeaderLine[] {
  return headers.filter(([given]) => given.toLowerCase() !== name.toLowerCase());
}
