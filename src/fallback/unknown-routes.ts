import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { callerOf } from '../federation/caller.js';
import { FederatedCall } from '../federation/federated-call.js';
import { methodNotAllowed } from '../federation/method-not-allowed.js';
import { ReplyWriter } from '../federation/reply-writer.js';
import { routeMethods, type Row } from '../federation/route.js';
import { RouteRunner } from '../federation/route-runner.js';
import { RouteTable } from '../federation/route-table.js';
import type { Surface } from '../federation/surface.js';
import { GatewaySettings } from '../settings/gateway-settings.js';
import { Lead } from '../strategies.js';

const hourMs = 3_600_000;

/**
 * A known path with another method is refused as members refuse it; an unknown path goes to the lead, with a warning
 * once per path template and hour (decision 31), so that new routes of ServiceControl keep working.
 */
@Injectable()
export class UnknownRoutes {
  private readonly log = new Logger('fallback');
  private readonly warned = new LRUCache<string, true>({ max: 1000, ttl: hourMs });

  constructor(
    private readonly table: RouteTable,
    private readonly runner: RouteRunner,
    private readonly writer: ReplyWriter,
    private readonly settings: GatewaySettings,
  ) {}

  async answer(surface: Surface, request: Request, response: Response): Promise<void> {
    const row = rowFor(request);
    const call = FederatedCall.from(surface, row, request, this.settings.limits.bodyBytes);
    const methods = this.table.methodsAt(surface, call.path);
    if (methods.length > 0 || !routeMethods.some((method) => method === request.method)) {
      return this.writer.write(call, methodNotAllowed(methods), response);
    }
    this.warn(surface, request);
    return this.runner.run({ surface, row }, request, response);
  }

  private warn(surface: Surface, request: Request): void {
    const template = templateOf(callerOf(request).target);
    const name = `${surface.name} ${request.method} ${template}`;
    if (this.warned.has(name)) return;
    this.warned.set(name, true);
    this.log.warn('unknown route answered by the lead member', {
      surface: surface.name,
      method: request.method,
      path: template,
    });
  }
}

function rowFor(request: Request): Row {
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  return {
    method: request.method as Row['method'],
    template: '(unknown)',
    strategy: Lead,
    options: undefined,
    anonymous: false,
    pace: reads ? 'quick' : 'command',
  };
}

/** Segments that look like ids become `{}`, so that one route warns once. */
function templateOf(target: string): string {
  const path = target.split('?')[0] ?? '';
  return path
    .split('/')
    .map((segment) => (/\d|%|.{33,}/.test(segment) ? '{}' : segment))
    .join('/');
}
