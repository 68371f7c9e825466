import { Injectable, type BeforeApplicationShutdown, type NestMiddleware } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import type { Server } from 'node:http';
import { GatewaySettings } from '../settings/gateway-settings.js';

/**
 * A stop that loses nothing: requests in flight get `shutdownTimeout` to end, and whoever polls over a kept connection is
 * told to close it, so that the server can.
 */
@Injectable()
export class Draining implements NestMiddleware, BeforeApplicationShutdown {
  private isStopping = false;

  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly settings: GatewaySettings,
  ) {}

  use(_request: Request, response: Response, next: NextFunction): void {
    if (this.isStopping) response.setHeader('Connection', 'close');
    next();
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
    const server = this.adapter.httpAdapter.getHttpServer() as Server;
    server.closeIdleConnections();
    setTimeout(() => {
      server.closeAllConnections();
    }, this.settings.shutdownTimeout).unref();
  }
}
