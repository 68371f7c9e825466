import { Module } from '@nestjs/common';
import { GatewayKit } from '../gateway-kit.module.js';
import * as controllers from './service-control.controllers.js';
import { AuthenticationConfiguration } from './synthesised/authentication-configuration.strategy.js';
import { Configuration } from './synthesised/configuration.strategy.js';
import { CustomChecks } from './synthesised/custom-checks.strategy.js';
import { DeleteCustomCheck } from './synthesised/delete-custom-check.strategy.js';
import { Remotes } from './synthesised/remotes.strategy.js';
import { ReportedMembers } from './synthesised/reported-members.js';
import { RootDocument } from './synthesised/root-document.strategy.js';
import { TestEmail } from './synthesised/test-email.strategy.js';
import { UpdateUsage } from './synthesised/update-usage.strategy.js';
import { UsageReport } from './synthesised/usage-report.strategy.js';
import { HealthModule } from '../health/health.module.js';

/** ServiceControl's API, merged. */
@Module({
  imports: [GatewayKit, HealthModule],
  controllers: Object.values(controllers),
  providers: [
    AuthenticationConfiguration,
    Configuration,
    CustomChecks,
    DeleteCustomCheck,
    Remotes,
    ReportedMembers,
    RootDocument,
    TestEmail,
    UpdateUsage,
    UsageReport,
  ],
})
export class ServiceControlModule {}
