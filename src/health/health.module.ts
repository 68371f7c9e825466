import { Module } from '@nestjs/common';
import { TransportsModule } from '../transports/transports.module.js';
import { HealthController } from './health.controller.js';
import { HealthProbe } from './health-probe.js';
import { MemberCheck } from './member-check.js';
import { MemberHealth } from './member-health.js';

/** Is it up. */
@Module({
  imports: [TransportsModule],
  controllers: [HealthController],
  providers: [MemberHealth, HealthProbe, MemberCheck],
  exports: [MemberHealth, HealthProbe, MemberCheck],
})
export class HealthModule {}
