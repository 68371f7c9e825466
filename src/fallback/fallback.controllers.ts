import { All, Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Surface } from '../federation/surface.js';
import { monitoring } from '../monitoring/monitoring.surface.js';
import { serviceControl } from '../service-control/service-control.surface.js';
import { UnknownRoutes } from './unknown-routes.js';

/** Every path of a surface that no row matches. Registered last. */
@Controller()
export class FallbackController {
  constructor(private readonly unknown: UnknownRoutes) {}

  @All('api{/*path}')
  serviceControl(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(serviceControl, request, response);
  }

  @All('monitoring{/*path}')
  monitoring(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(monitoring, request, response);
  }

  private answer(surface: Surface, request: Request, response: Response): Promise<void> {
    return this.unknown.answer(surface, request, response);
  }
}
