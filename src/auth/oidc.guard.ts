import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { anonymousKey, operatorsKey } from '../federation/access.decorators.js';
import { ProblemError } from '../federation/problem.js';
import { rowOf } from '../federation/row-metadata.js';
import { GatewaySettings } from '../settings/gateway-settings.js';
import { AuthorityUnavailable } from './authority-keys.js';
import { strategyName, type Caller } from './oidc-token.passport.js';

/**
 * The global guard, closed by default: with authentication on, every handler needs a valid token unless its row or a
 * decorator says that it is anonymous (decision 44). What the caller may do is decided by the members.
 */
@Injectable()
export class OidcGuard extends AuthGuard(strategyName) {
  constructor(
    private readonly reflector: Reflector,
    private readonly settings: GatewaySettings,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.settings.authentication.enabled || this.isAnonymous(context)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    // Node keeps the first of two; members and proxies may keep the other, so neither is taken.
    const given = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
    if (given.length > 1) throw unauthorized('The token is invalid.');
    await super.canActivate(context);
    this.refuseUnlessOperator(context, request.user as Caller);
    return true;
  }

  override handleRequest<User>(fault: unknown, caller: User | false, info: unknown): User {
    if (info instanceof AuthorityUnavailable || fault instanceof AuthorityUnavailable) throw unavailable();
    if (caller !== false && (fault === null || fault === undefined)) return caller;
    const name = typeof info === 'object' && info !== null && 'name' in info ? info.name : undefined;
    const message = typeof info === 'object' && info !== null && 'message' in info ? info.message : undefined;
    if (name === 'TokenExpiredError') {
      throw unauthorized('The token has expired. Please obtain a new token and retry.', { 'X-Token-Expired': 'true' });
    }
    if (message === 'No auth token')
      throw unauthorized('Authentication required. Please provide a valid Bearer token.');
    throw unauthorized('The token is invalid.');
  }

  private isAnonymous(context: ExecutionContext): boolean {
    if (rowOf(context.getHandler())?.anonymous === true) return true;
    return (
      this.reflector.getAllAndOverride<boolean | undefined>(anonymousKey, [
        context.getHandler(),
        context.getClass(),
      ]) === true
    );
  }

  private refuseUnlessOperator(context: ExecutionContext, caller: Caller): void {
    const isForOperators = this.reflector.getAllAndOverride<boolean | undefined>(operatorsKey, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (isForOperators !== true) return;
    const roles = new Set(this.settings.authentication.operatorRoles.map((role) => role.toLowerCase()));
    if (caller.roles.some((role) => roles.has(role.toLowerCase()))) return;
    throw new ProblemError({
      status: 403,
      title: 'Forbidden',
      detail: 'the caller has no operator role',
      bareBody: { error: 'forbidden', message: 'You do not have permission to access this resource.' },
      headers: { 'Content-Type': 'application/json' },
    });
  }
}

/** 401 with ServiceControl's body (hosting contract 3.3) and the challenge that HTTP asks for. */
function unauthorized(message: string, headers: Readonly<Record<string, string>> = {}): ProblemError {
  return new ProblemError({
    status: 401,
    title: 'Unauthorized',
    detail: message,
    bareBody: { error: 'unauthorized', message },
    // Members name no charset here.
    headers: { 'Content-Type': 'application/json', 'WWW-Authenticate': 'Bearer', ...headers },
  });
}

function unavailable(): ProblemError {
  return new ProblemError({
    status: 503,
    title: 'The authority cannot be reached',
    detail:
      'the signing keys of authentication.authority are not known yet, so no token can be checked; try again soon',
    headers: { 'Retry-After': '5' },
  });
}
