import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** A running site with ServicePulse's files. */
export interface PulseSite {
  /** `http://127.0.0.1:{port}`. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** How the browser reaches the gateway. */
export type Reach =
  /** It calls the gateway itself, from another origin. */
  | 'direct'
  /** It calls the site, which passes `/api/` and `/monitoring-api/` on as ServicePulse's container does. */
  | 'proxy';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Serves a built ServicePulse on a free port, its constants file pointing at the gateway. */
export async function startPulseSite(dist: string, gateway: string, reach: Reach): Promise<PulseSite> {
  const constants = constantsFile(
    reach === 'direct' ? { sc: `${gateway}/api/`, mu: `${gateway}/monitoring/` } : inside,
  );
  const server = createServer((message, response) => {
    const { pathname } = new URL(message.url ?? '/', 'http://site');
    if (pathname === '/js/app.constants.js') {
      response.writeHead(200, { 'Content-Type': types['.js'] }).end(constants);
    } else if (reach === 'proxy' && /^\/(api|monitoring-api)\//.test(pathname)) {
      passOn(message, response, gateway);
    } else void sendFile(join(dist, normalize(pathname === '/' ? '/index.html' : pathname)), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** As the container writes them with its reverse proxy on. */
const inside = { sc: '/api/', mu: '/monitoring-api/' };

function constantsFile({ sc, mu }: { readonly sc: string; readonly mu: string }): string {
  return `window.defaultConfig = ${JSON.stringify({
    default_route: '/dashboard',
    version: '2.10.2',
    service_control_url: sc,
    monitoring_urls: [mu],
    showPendingRetry: true,
    isIntegrated: false,
  })};`;
}

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' }).end(bytes);
}

/** The prefix is taken off, the rest of the target stays as it came, and the browser's view goes into headers. */
function passOn(message: IncomingMessage, response: ServerResponse, gateway: string): void {
  const target = (message.url ?? '').replace(/^\/api\//, '/api/').replace(/^\/monitoring-api\//, '/monitoring/');
  const { host: browsersHost, ...headers } = message.headers;
  const { hostname, port, host } = new URL(gateway);
  const outgoing = request(
    {
      hostname,
      port,
      method: message.method,
      path: target,
      headers: {
        ...headers,
        host,
        'x-forwarded-for': message.socket.remoteAddress,
        'x-forwarded-host': browsersHost,
        'x-forwarded-proto': 'http',
        'x-forwarded-prefix': '',
      },
    },
    (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    },
  );
  outgoing.once('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.once('close', () => outgoing.destroy());
  message.pipe(outgoing);
}
