import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Installation } from '../installation.js';
import { actions, describe } from './actions.js';
import { Asked, ControlFault } from './asked.js';

/** A running control port. */
export interface ControlPort {
  /** `http://127.0.0.1:{port}`. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** An answer of the control port; no value is 204. */
interface Answer {
  readonly status: number;
  readonly value?: unknown;
}

/**
 * Opens an HTTP server that drives these installations from another process; see `actions` for what it can do. A free
 * port of 127.0.0.1 when nothing else is said.
 */
export async function startControlPort(
  installations: readonly Installation[],
  { port = 0, host = '127.0.0.1' }: { readonly port?: number; readonly host?: string } = {},
): Promise<ControlPort> {
  const server = createServer((message, response) => void respond(installations, message, response));
  server.listen(port, host);
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${String(bound)}`,
    port: bound,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(
  installations: readonly Installation[],
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, value } = await answer(installations, message).catch(failure);
  if (value === undefined) {
    response.writeHead(status).end();
    return;
  }
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

async function answer(installations: readonly Installation[], message: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://control');
  const [root, key, name, ...more] = pathname.split('/').slice(1).map(decodeURIComponent);
  if (root !== 'installations' || more.length > 0) throw new ControlFault(404, `there is nothing at ${pathname}`);
  if (key === undefined || key === '') return { status: 200, value: installations.map(describe) };

  const installation = installations.find((candidate) => candidate.key === key);
  if (installation === undefined) throw new ControlFault(404, `there is no installation ${key}`);
  if (name === undefined) return { status: 200, value: describe(installation) };

  const methods = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (methods === undefined) throw new ControlFault(404, `there is nothing at ${pathname}`);
  const action = methods[message.method ?? ''];
  if (action === undefined) throw new ControlFault(405, `${name} takes ${Object.keys(methods).join(', ')}`);
  const value = await action(installation, new Asked(searchParams, await bodyOf(message)));
  return value === undefined ? { status: 204 } : { status: 200, value };
}

async function bodyOf(message: IncomingMessage): Promise<unknown> {
  const written = await text(message);
  if (written === '') return {};
  try {
    return JSON.parse(written);
  } catch {
    throw new ControlFault(400, 'the body must be JSON');
  }
}

function failure(error: unknown): Answer {
  if (error instanceof ControlFault) return { status: error.status, value: { error: error.message } };
  return { status: 500, value: { error: error instanceof Error ? error.message : String(error) } };
}
