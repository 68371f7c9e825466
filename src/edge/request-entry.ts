import type { NextFunction, Request, Response } from 'express';
import { rememberCaller } from '../federation/caller.js';
import type { GatewaySettings } from '../settings/gateway-settings.js';
import { KnownProxies, originOf } from './caller-address.js';
import { requestIdFrom } from './request-id.js';

const oneMember = /^\/members\/([^/?]+)(?=\/)/i;

/**
 * The first thing that sees a request: gives it an id, works out how the caller sees the gateway, watches whether the
 * caller stays, and takes `/members/{key}` off the path so that the same routes serve one member alone. Nothing of the
 * body is read.
 */
export function requestEntry(settings: GatewaySettings) {
  const { enabled, trustAllProxies, knownProxies, knownNetworks } = settings.forwardedHeaders;
  const known = new KnownProxies({
    enabled,
    trustAll: trustAllProxies,
    proxies: knownProxies,
    networks: knownNetworks,
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    const headers = singleValues(request);
    const origin = originOf(
      { peer: request.socket.remoteAddress ?? '', encrypted: 'encrypted' in request.socket, headers },
      known,
      `localhost:${String(settings.port)}`,
    );
    const requestId = requestIdFrom(headers, origin.viaKnownProxy);
    response.setHeader('Request-Id', requestId);
    const { target, onlyMember } = readTarget(request, settings.basePath);
    rememberCaller(request, {
      requestId,
      baseUrl: `${origin.scheme}://${origin.host}${origin.prefix}${settings.basePath}`,
      ...(settings.publicUrl === undefined ? {} : { publicApiUrl: settings.publicUrl }),
      ...(onlyMember === undefined ? {} : { onlyMember }),
      target,
      left: leftSignal(response),
    });
    next();
  };
}

/** Also rewrites `request.url`, which is what the router matches. */
function readTarget(request: Request, basePath: string): { readonly target: string; readonly onlyMember?: string } {
  // Absolute-form targets (RFC 9112 3.2.2) name a host, which is never dialled: only path and query count.
  const raw = request.url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '') || '/';
  if (!raw.toLowerCase().startsWith(basePath.toLowerCase())) return { target: raw };
  const inside = raw.slice(basePath.length);
  const onlyMember = oneMember.exec(inside)?.[1];
  const target = onlyMember === undefined ? inside : inside.slice('/members/'.length + onlyMember.length);
  request.url = basePath + target;
  return onlyMember === undefined ? { target } : { target, onlyMember };
}

function singleValues(request: Request): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

function leftSignal(response: Response): AbortSignal {
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
