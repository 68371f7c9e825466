import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import { jsonType, type FederatedReply } from '../federation/federated-reply.js';
import { RouteTable } from '../federation/route-table.js';
import type { Strategy } from '../federation/strategy.js';
import { FanOut } from '../fan-out/fan-out.js';
import { documentOf } from '../fan-out/read-answer.js';
import { mergeMyRoutes, routesOfTable } from './merge/my-routes.js';

/** How a surface spells its route templates in `my/routes`. */
export interface MyRoutesRule {
  readonly words: string;
  /** What stands before a row's template: `/api/` on the primary, `/` on Monitoring (hosting contract 5). */
  readonly templatePrefix: string;
}

/**
 * X: what the caller may do, as the intersection over the members that say so (decision 35). ServicePulse hides
 * everything of a surface whose list fails while the other surface's works, so a failure of all members is answered
 * with the gateway's own table; members still enforce on the call itself.
 */
@Injectable()
export class MyRoutes implements Strategy<MyRoutesRule> {
  constructor(
    private readonly fanOut: FanOut,
    private readonly table: RouteTable,
  ) {}

  async handle(call: FederatedCall, { templatePrefix }: MyRoutesRule): Promise<FederatedReply> {
    const asked = await this.fanOut.askQuietly(call, { shape: 'document' });
    // Members too old for the route answer 404, or 401 by a fallback policy; members without authentication crash (500).
    const refused = asked.missing.every(({ reply }) => reply?.status === 401 || reply?.status === 403);
    if (asked.usable.length === 0 && asked.missing.length > 0 && refused) asked.orNobody();
    if (asked.answered.length === 0 && asked.missing.length === 0) return { status: 404, headers: asked.headers() };
    const { answers, result } =
      asked.answered.length === 0
        ? { answers: asked, result: undefined }
        : asked.whole((answered) => mergeMyRoutes(answered.map(documentOf)));
    const rows = this.table.all().filter(({ surface }) => surface.name === call.surface.name);
    return {
      status: 200,
      headers: { 'Content-Type': jsonType, ...answers.headers() },
      body:
        result ??
        routesOfTable(
          rows.map(({ row }) => row),
          templatePrefix,
        ),
      timings: answers.timings(),
      partial: answers.missing.length > 0,
    };
  }
}
