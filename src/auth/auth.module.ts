import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { AuthorityKeys } from './authority-keys.js';
import { OidcGuard } from './oidc.guard.js';
import { OidcToken } from './oidc-token.passport.js';

/** Who may call. */
@Module({
  imports: [HttpModule, PassportModule],
  providers: [AuthorityKeys, OidcToken, { provide: APP_GUARD, useClass: OidcGuard }],
})
export class AuthModule {}
