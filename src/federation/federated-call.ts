import type { Request } from 'express';
import { callerOf, type CallerView } from './caller.js';
import { QueryText } from './query-text.js';
import { readBody } from './raw-body.js';
import type { Row } from './route.js';
import { templateMatcher, type RawParams } from './route-path.js';
import type { Surface } from './surface.js';

/** Request headers that members receive; no other header of a caller ever reaches them (decision 47). */
const forwarded = ['authorization', 'accept', 'content-type', 'accept-language', 'traceparent'] as const;

/** One caller's request to one row of a surface, with everything raw still raw. */
export class FederatedCall {
  readonly query: QueryText;
  /** Raw path below the surface, no leading slash: `errors/last/a%2Fb`. */
  readonly path: string;
  private readonly params: RawParams;
  private whole: Promise<Buffer> | undefined;

  constructor(
    readonly surface: Surface,
    readonly row: Row,
    private readonly request: Request,
    readonly caller: CallerView,
    private readonly maxBodyBytes: number,
  ) {
    const { path, query } = splitTarget(caller.target);
    this.path = path.slice(surface.mountPath.length + 1).replace(/^\//, '');
    this.query = new QueryText(query);
    this.params = templateMatcher(row.template)(this.path) ?? {};
  }

  static from(surface: Surface, row: Row, request: Request, maxBodyBytes: number): FederatedCall {
    return new FederatedCall(surface, row, request, callerOf(request), maxBodyBytes);
  }

  get method(): string {
    return this.request.method;
  }

  get requestId(): string {
    return this.caller.requestId;
  }

  /** Aborts when the caller leaves. */
  get left(): AbortSignal {
    return this.caller.left;
  }

  /** `X-Federation-Require: all`: the caller prefers no answer to a partial one (decision 8f). */
  get requiresAll(): boolean {
    return this.header('x-federation-require')?.trim().toLowerCase() === 'all';
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** The caller's view of this surface, with a trailing slash: `https://ops.example/federation/api/`. */
  get surfaceUrl(): string {
    const only = this.caller.onlyMember;
    if (only === undefined && this.surface.mountPath === 'api' && this.caller.publicApiUrl !== undefined) {
      return this.caller.publicApiUrl;
    }
    const prefix = only === undefined ? '' : `/members/${only}`;
    return `${this.caller.baseUrl}${prefix}/${this.surface.mountPath}/`;
  }

  /** A path parameter as members read it: percent escapes decoded once, except `%2F` (contract 1.4). */
  param(name: string): string | undefined {
    const raw = this.params[name];
    if (raw === undefined) return undefined;
    try {
      return decodeURIComponent(raw.replace(/%2f/gi, '%252F'));
    } catch {
      return raw;
    }
  }

  /** Path and query as members receive them, with some query keys changed. */
  target(changes: Readonly<Record<string, string | number | undefined>> = {}): string {
    const query = Object.keys(changes).length === 0 ? this.query.raw : this.query.with(changes);
    return query === '' ? this.path : `${this.path}?${query}`;
  }

  /** The caller's headers that go on to members. */
  get forwardedHeaders(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = { 'request-id': this.requestId };
    for (const name of forwarded) {
      const value = this.header(name);
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  }

  /**
   * The whole request body as bytes; empty when there is none.
   * @throws ProblemError 413 above `limits.bodyBytes`, before anything is sent to a member
   */
  body(): Promise<Buffer> {
    this.whole ??= readBody(this.request, this.maxBodyBytes);
    return this.whole;
  }
}

function splitTarget(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}
