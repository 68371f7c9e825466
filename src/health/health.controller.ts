import { Controller, Get, Res } from '@nestjs/common';
import { Anonymous } from '../federation/access.decorators.js';
import type { Response } from 'express';
import { MemberDirectory } from '../members/member-directory.js';
import { HealthProbe } from './health-probe.js';
import { MemberHealth } from './member-health.js';

/** The gateway's own liveness and readiness; always anonymous, never below the base path. */
@Anonymous()
@Controller('health')
export class HealthController {
  constructor(
    private readonly probe: HealthProbe,
    private readonly health: MemberHealth,
    private readonly directory: MemberDirectory,
  ) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'live' };
  }

  /** Ready once every member was probed, whatever the result: start never waits for a member. */
  @Get('ready')
  ready(@Res({ passthrough: true }) response: Response): object {
    const missing = this.directory
      .membersOf('service-control')
      .filter((member) => this.health.describe('service-control', member).state === 'down')
      .map((member) => member.key);
    const ready = this.probe.hasProbedAll;
    response.status(ready ? 200 : 503);
    return { status: ready ? 'ready' : 'starting', missing: ready ? missing : ['first probe round'] };
  }
}
