import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import { pagingLinks } from '../federation/links.js';
import type { Strategy } from '../federation/strategy.js';
import { readTotal } from '../federation/total-count.js';
import type { Answers } from '../fan-out/answers.js';
import { FanOut } from '../fan-out/fan-out.js';
import type { Answer, Empty } from '../fan-out/outcome.js';
import { rowsOf } from '../fan-out/read-answer.js';
import { readDocument } from '../json-text/json-row.js';
import { UnusableRows } from '../json-text/unusable-rows.js';
import { joinRows } from '../json-text/write.js';
import { ListedOwners } from '../routing/listed-owners.js';
import { GatewaySettings } from '../settings/gateway-settings.js';
import type { Page } from './merge/page.js';
import type { SortedRows } from './merge/sorted-rows.js';
import { pageOf } from './page-of.js';
import { shownRow, takeRows, type Window } from './taken-rows.js';

/**
 * P: one exact page of a list that every member sorts alike. Rows of page p, size s, are among the first p*s rows of
 * each member, so that is what each is asked for, up to `federation.deepPagingMaxRows`. Deeper pages are exact as long
 * as no member has more rows than that; else the page is forwarded as it is and the answer says that it is approximate.
 */
@Injectable()
export class SortedPage implements Strategy<SortedRows> {
  constructor(
    private readonly fanOut: FanOut,
    private readonly owners: ListedOwners,
    private readonly settings: GatewaySettings,
  ) {}

  handle(call: FederatedCall, rule: SortedRows): Promise<FederatedReply> {
    return this.page(call, rule);
  }

  /** @param own a list of rows of the gateway's own, merged like one more member's */
  async page(call: FederatedCall, rule: SortedRows, own?: Buffer): Promise<FederatedReply> {
    const page = pageOf(call);
    const { deepPagingMaxRows } = this.settings.federation;
    const asked = await this.fanOut.ask(call, {
      query: { page: 1, per_page: Math.min(page.lastRow, deepPagingMaxRows) },
    });
    if (page.lastRow <= deepPagingMaxRows || asked.usable.every((outcome) => isWhole(outcome, deepPagingMaxRows))) {
      return this.merge(call, rule, { asked, page, window: page, own });
    }
    const window = { firstRow: 0, perPage: page.perPage };
    return this.merge(call, rule, { asked: await this.fanOut.ask(call), page, window, own, approximatePaging: true });
  }

  private merge(call: FederatedCall, rule: SortedRows, windowed: Windowed): FederatedReply {
    const started = performance.now();
    const { asked, page, window, own } = windowed;
    const order = rule.order(call.query.get('sort'), call.query.get('direction'));
    const merge = { rule, order, window, ...(own === undefined ? {} : { own }) };
    const { answers, result: taken } = asked.whole((answered) => takeRows(answered, merge));
    for (const { memberKey, row } of taken) {
      if (memberKey !== undefined) this.owners.rememberRow(rule.owner, memberKey, row);
    }
    const ofMembers = taken.filter(({ memberKey }) => memberKey !== undefined).length;
    const total =
      totalOf(answers.usable, ofMembers) + BigInt(own === undefined ? 0 : (readDocument(own).array()?.length ?? 0));
    return answers.reply(joinRows(taken.map((row) => shownRow(rule, row))), {
      total: total.toString(),
      ...(rule.isLinked === true ? { link: linksOf(call, page, total) } : {}),
      approximatePaging: windowed.approximatePaging ?? false,
      tagged: own === undefined,
      mergeMs: performance.now() - started,
    });
  }
}

interface Windowed {
  readonly asked: Answers;
  /** What the caller asked for. */
  readonly page: Page;
  /** Where that is among the rows that members sent. */
  readonly window: Window;
  readonly own: Buffer | undefined;
  readonly approximatePaging?: boolean;
}

/** Whether a member that was asked for so many rows has surely sent all it has; some count only the rows they send (contract 12.1). */
function isWhole(outcome: Answer | Empty, rowsAsked: number): boolean {
  if (outcome.kind === 'empty') return true;
  const total = readTotal(outcome.headers['total-count'], 0);
  return (total.fault === undefined ? total.count : BigInt(countRows(outcome))) < BigInt(rowsAsked);
}

/** The members' totals added, and never less than the rows of theirs that are returned (decision 12). */
function totalOf(usable: readonly (Answer | Empty)[], rowsReturned: number): bigint {
  const total = usable.reduce((sum, outcome) => {
    const header = outcome.headers['total-count'];
    const read = readTotal(header, 0);
    // Only a member without a believable total has its rows counted, which scans its whole answer.
    const count = read.fault === undefined || outcome.kind === 'empty' ? read.count : BigInt(countRows(outcome));
    return sum + count;
  }, 0n);
  return total < BigInt(rowsReturned) ? BigInt(rowsReturned) : total;
}

function countRows(answer: Answer): number {
  try {
    return rowsOf(answer).length;
  } catch (fault) {
    if (fault instanceof UnusableRows) return 0;
    throw fault;
  }
}

function linksOf(call: FederatedCall, page: Page, total: bigint): readonly string[] {
  return pagingLinks({ path: call.path, query: call.query.raw, page: page.page, perPage: page.perPage, total });
}
