import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import { jsonType, type FederatedReply } from '../federation/federated-reply.js';
import { RouteTable } from '../federation/route-table.js';
import type { Strategy } from '../federation/strategy.js';
import { isAtLeast } from '../federation/version.js';
import { FanOut } from '../fan-out/fan-out.js';
import { documentOf } from '../fan-out/read-answer.js';
import { mergeMyRoutes, routesOfTable } from './merge/my-routes.js';

/** First version with this route; pre-releases have it as well (hosting contract 5). */
const myRoutesSince = '6.18.0-0';

/** How a surface spells its route templates in `my/routes`. */
export interface MyRoutesRule {
  readonly words: string;
  /** What stands before a row's template: `/api/` on the primary, `/` on Monitoring (hosting contract 5). */
  readonly templatePrefix: string;
}

/**
 * X: what the caller may do, as the intersection over the members that say so (decision 35). ServicePulse hides
 * everything of a surface whose list fails while the other surface's works, so a failure of all members is answered
 * with the gateway's own table, and so is a surface whose members are all too old for the route while those of the other
 * surface have it. Members still enforce on the call itself.
 */
@Injectable()
export class MyRoutes implements Strategy<MyRoutesRule> {
  constructor(
    private readonly fanOut: FanOut,
    private readonly table: RouteTable,
  ) {}

  async handle(call: FederatedCall, { templatePrefix }: MyRoutesRule): Promise<FederatedReply> {
    const asked = await this.fanOut.askQuietly(call, { shape: 'document', absent: [404] });
    // Members too old for the route answer 404, or 401 by a fallback policy; members without authentication crash (500).
    const refused = asked.missing.every(({ reply }) => reply?.status === 401 || reply?.status === 403);
    if (asked.usable.length === 0 && asked.missing.length > 0 && refused) asked.orNobody();
    const nobodyHasIt = asked.answered.length === 0 && asked.missing.length === 0;
    if (nobodyHasIt && !this.isKnownElsewhere(call)) return { status: 404, headers: asked.headers() };
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

  /** Whether members of another surface are new enough to have the route there: then a 404 here would hide this surface. */
  private isKnownElsewhere(call: FederatedCall): boolean {
    const others = new Set(this.table.all().map(({ surface }) => surface.name));
    others.delete(call.surface.name);
    return [...others].some((name) =>
      this.fanOut.versionsOn(call, name).some((version) => isAtLeast(version, myRoutesSince)),
    );
  }
}
