import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Fault } from './faults.js';
import {
  arrayOf,
  emptyReply,
  type HeaderLine,
  type Reply,
  textReply,
  unhandledException,
  withoutHeader,
} from './reply.js';

const pageInBetween = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>';
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The reply that a fault puts in the place of the right one, if one does; then the request is not carried out. */
export function replyInstead(faults: readonly Fault[]): Reply | undefined {
  for (const fault of faults) {
    if (fault.kind === 'crash') return unhandledException;
    if (fault.kind === 'html')
      return outside(textReply(fault.status ?? 200, 'text/html; charset=utf-8', pageInBetween));
    if (fault.kind === 'redirect') return outside(emptyReply(fault.status ?? 302, [['Location', fault.location]]));
    if (fault.kind === 'status') return statusReply(fault);
  }
  return undefined;
}

/** The reply with another content, as the faults want it. */
export function spoilt(reply: Reply, faults: readonly Fault[]): Reply {
  return faults.reduce(spoil, reply);
}

function spoil(reply: Reply, fault: Fault): Reply {
  const { kind } = fault;
  if (kind === 'header') return withHeader(reply, fault.name, fault.values);
  if (kind === 'content-type') return withHeader(reply, 'Content-Type', fault.value === undefined ? [] : [fault.value]);
  if (kind === 'content-encoding') return withHeader(reply, 'Content-Encoding', [fault.value]);
  if (kind === 'body') return withBody(reply, () => Buffer.from(fault.text));
  if (kind === 'bom') return withBody(reply, (body) => Buffer.concat([byteOrderMark, body]));
  if (kind === 'rewrite') return withBody(reply, (body) => Buffer.from(fault.text(body.toString())));
  if (kind === 'rows') return reply.rows === undefined ? reply : withRows(reply, rearranged(reply.rows, fault.are));
  return kind === 'bomb' ? bomb(reply, fault.bytes) : reply;
}

function statusReply(fault: Fault & { kind: 'status' }): Reply {
  const headers: readonly HeaderLine[] = Object.entries(fault.headers ?? {});
  if (fault.body === undefined) return outside(emptyReply(fault.status, headers));
  const reply = textReply(fault.status, fault.contentType ?? 'application/json; charset=utf-8', fault.body);
  return outside({ ...reply, headers: [...reply.headers, ...headers] });
}

function outside(reply: Reply): Reply {
  return { ...reply, origin: 'crash' };
}

function withHeader(reply: Reply, name: string, values: readonly string[]): Reply {
  const lines = values.map((value): HeaderLine => [name, value]);
  return { ...reply, headers: [...withoutHeader(reply.headers, name), ...lines] };
}

function withBody(reply: Reply, change: (body: Buffer) => Buffer): Reply {
  if (reply.body !== undefined && !Buffer.isBuffer(reply.body)) return reply;
  return { ...reply, rows: undefined, body: change(reply.body ?? Buffer.alloc(0)) };
}

function withRows(reply: Reply, rows: readonly string[]): Reply {
  return { ...reply, rows, body: Buffer.from(arrayOf(rows)) };
}

/** Neighbours change places, so that every order is broken with two rows already. */
function rearranged(rows: readonly string[], are: 'unsorted' | 'doubled'): readonly string[] {
  if (are === 'doubled') return rows.flatMap((row) => [row, row]);
  return rows.map((row, k) => rows[k % 2 === 0 ? k + 1 : k - 1] ?? row);
}

function bomb(reply: Reply, bytes: number): Reply {
  const rest = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from('[]');
  const open = (): Readable => Readable.from(blanks(bytes, rest)).pipe(createGzip());
  return { ...withHeader(reply, 'Content-Encoding', ['gzip']), rows: undefined, body: { open } };
}

function* blanks(bytes: number, rest: Buffer): Generator<Buffer> {
  const block = Buffer.alloc(64 * 1024, ' ');
  for (let left = bytes; left > 0; left -= block.length) yield block.subarray(0, left);
  yield rest;
}
