import { Controller, Injectable, Req, RequestMapping, RequestMethod, Res, SetMetadata } from '@nestjs/common';
import type { Request, Response } from 'express';
import { rowName, type Row } from './route.js';
import { inRoutingOrder, toRouterPath } from './route-path.js';
import { RouteRunner } from './route-runner.js';
import { rowKey, rowsKey } from './row-metadata.js';
import type { Surface } from './surface.js';

/** What controllers of a surface extend; the handlers come from `@FederatedController`. */
// Without @Injectable() TypeScript emits no constructor types and the runner would be undefined.
@Injectable()
export class FederatedRoutes {
  constructor(protected readonly runner: RouteRunner) {}
}

/**
 * Gives a controller one ordinary Nest handler per row, most specific path first, so that guards, interceptors and
 * Nest's boot log see normal controllers. One controller owns one first path segment.
 */
export function FederatedController(surface: Surface, rows: readonly (readonly Row[])[]): ClassDecorator {
  const ordered = inRoutingOrder(rows.flat());
  return (target) => {
    Controller(surface.mountPath)(target);
    Reflect.defineMetadata(
      rowsKey,
      ordered.map((row) => ({ surface, row })),
      target,
    );
    for (const row of ordered) addHandler(target.prototype as object, surface, row);
  };
}

function addHandler(prototype: object, surface: Surface, row: Row): void {
  const name = rowName(row);
  // The computed name makes stack traces and Nest's log say `GET errors/summary`.
  const { [name]: handler } = {
    [name](this: { runner: RouteRunner }, request: Request, response: Response): Promise<void> {
      return this.runner.run({ surface, row }, request, response);
    },
  };
  const descriptor: PropertyDescriptor = { value: handler, writable: true, configurable: true, enumerable: false };
  Object.defineProperty(prototype, name, descriptor);
  RequestMapping({ path: toRouterPath(row.template), method: RequestMethod[row.method] })(prototype, name, descriptor);
  SetMetadata(rowKey, row)(prototype, name, descriptor);
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
}
