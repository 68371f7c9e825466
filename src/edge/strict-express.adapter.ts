import { ExpressAdapter } from '@nestjs/platform-express';
import { createServer, type ServerOptions } from 'node:http';

/** Milliseconds that callers may take, and the size of what they say of themselves. */
export interface CallerLimits {
  /** Until a request's headers are here. */
  readonly headersMs: number;
  /** Until the whole request is here. */
  readonly requestMs: number;
  /** Longer than the usual load balancer's minute, or it would use connections that are closing. */
  readonly keepAliveMs: number;
  readonly headerBytes: number;
  /** How often the first two are looked at. */
  readonly checkEveryMs: number;
}

export const callerLimits: CallerLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  keepAliveMs: 75_000,
  headerBytes: 32_768,
  checkEveryMs: 2_000,
};

/** Express on a server that does not wait for callers who stall: they get 408, and nothing of theirs reaches a member. */
export class StrictExpress extends ExpressAdapter {
  constructor(private readonly limits: CallerLimits = callerLimits) {
    super();
  }

  override initHttpServer(): void {
    const options: ServerOptions = {
      headersTimeout: this.limits.headersMs,
      requestTimeout: this.limits.requestMs,
      keepAliveTimeout: this.limits.keepAliveMs,
      maxHeaderSize: this.limits.headerBytes,
      connectionsCheckingInterval: this.limits.checkEveryMs,
      insecureHTTPParser: false,
    };
    this.httpServer = createServer(options, this.getInstance());
  }
}
