import type { IncomingMessage } from 'node:http';

/** What `edge/` found out about a request before any route saw it. */
export interface CallerView {
  readonly requestId: string;
  /** Scheme, host and path prefix as the caller sees the gateway, without a trailing slash: `https://ops.example/federation`. */
  readonly baseUrl: string;
  /** Address of `/api/` as browsers see it, when the settings name it; wins over `baseUrl` for that surface. */
  readonly publicApiUrl?: string;
  /** Set on `/members/{key}/...`: the one member that this request is about. */
  readonly onlyMember?: string;
  /** Path and query exactly as they came, less the gateway's base path and `/members/{key}`. */
  readonly target: string;
  /** Aborts when the caller's connection closes before the answer is complete. */
  readonly left: AbortSignal;
}

const views = new WeakMap<IncomingMessage, CallerView>();

export function rememberCaller(request: IncomingMessage, view: CallerView): void {
  views.set(request, view);
}

/** @throws Error when no middleware of `edge/` ran, which is a fault of the wiring */
export function callerOf(request: IncomingMessage): CallerView {
  const view = views.get(request);
  if (view === undefined) throw new Error('the request did not pass the edge middleware');
  return view;
}
