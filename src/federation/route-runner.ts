import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request, Response } from 'express';
import { GatewaySettings } from '../settings/gateway-settings.js';
import { EarlyReply } from './early-reply.js';
import { FederatedCall } from './federated-call.js';
import type { FederatedReply } from './federated-reply.js';
import { methodNotAllowed } from './method-not-allowed.js';
import { ProblemError, problemReply } from './problem.js';
import { ReplyWriter } from './reply-writer.js';
import { RouteOverrides } from './route-overrides.js';
import { RouteTable } from './route-table.js';
import type { TableEntry } from './row-metadata.js';
import type { Strategy } from './strategy.js';

/** Runs one row: override, strategy, writer. */
@Injectable()
export class RouteRunner {
  constructor(
    private readonly modules: ModuleRef,
    private readonly table: RouteTable,
    private readonly overrides: RouteOverrides,
    private readonly writer: ReplyWriter,
    private readonly settings: GatewaySettings,
  ) {}

  async run(declared: TableEntry, request: Request, response: Response): Promise<void> {
    const { surface } = declared;
    const row = this.overrides.apply(surface, declared.row);
    const call = FederatedCall.from(surface, row, request, this.settings.limits.bodyBytes);
    try {
      await this.writer.write(call, await this.answerOrProblem(call), response);
    } catch (fault) {
      // Nobody is there any more to be told.
      if (!call.left.aborted) throw fault;
    }
  }

  private async answerOrProblem(call: FederatedCall): Promise<FederatedReply> {
    try {
      return await this.answer(call);
    } catch (end) {
      if (end instanceof EarlyReply) return end.reply;
      if (end instanceof ProblemError) return problemReply(end.problem, call.requestId);
      throw end;
    }
  }

  private answer(call: FederatedCall): Promise<FederatedReply> {
    // Express lets a GET handler answer HEAD; members answer 405 unless HEAD is a route of its own (contract 1.4).
    if (call.method !== call.row.method) {
      return Promise.resolve(methodNotAllowed(this.table.methodsAt(call.surface, call.path)));
    }
    const strategy = this.modules.get<Strategy<unknown>>(call.row.strategy, { strict: false });
    return strategy.handle(call, call.row.options);
  }
}
