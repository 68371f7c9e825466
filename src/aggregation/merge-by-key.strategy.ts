import { Injectable, Logger } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import { pagingLinks } from '../federation/links.js';
import { readTotal, totalText } from '../federation/total-count.js';
import type { Answers } from '../fan-out/answers.js';
import { FanOut } from '../fan-out/fan-out.js';
import { rowsOf } from '../fan-out/read-answer.js';
import { joinRows } from '../json-text/write.js';
import { ListedOwners, type ListedRecord } from '../routing/listed-owners.js';
import type { MemberList } from './merge/member-row.js';
import { mergeByKey, type Conflict, type KeyedRows } from './merge/merge-by-key.js';
import { pageOf } from './page-of.js';

/** What is merged by key, and what else a caller or the owner cache gets from it. */
export interface MergeByKeyRule {
  readonly rows: KeyedRows;
  /** Members page this list; pages are cut here, after asking everyone for everything (decision 15). */
  readonly isPaged?: boolean;
  /** `Total-Count` is the members' totals added, as they send it without paging. */
  readonly sumsTotals?: boolean;
  /** Members send `Link` for this list. */
  readonly isLinked?: boolean;
  /** Records whose holders are exactly the members that list them. */
  readonly holders?: readonly ListedRecord[];
}

/** More rows than such a list ever has, and far below where members' arithmetic overflows (contract 13). */
const everything = 1_000_000;

/** Members show at most this many stored groups (contract 9.1): a longer list may be missing some. */
const longestWholeList = 199;

/** K: rows that several members send about one thing become one row, field by field. */
@Injectable()
export class MergeByKey implements Strategy<MergeByKeyRule> {
  private readonly log = new Logger('aggregation');

  constructor(
    private readonly fanOut: FanOut,
    private readonly owners: ListedOwners,
  ) {}

  async handle(call: FederatedCall, rule: MergeByKeyRule): Promise<FederatedReply> {
    const page = rule.isPaged === true ? pageOf(call) : undefined;
    const asked = await this.fanOut.ask(call, page === undefined ? {} : { query: { page: 1, per_page: everything } });
    const started = performance.now();
    const { answers, result } = asked.whole((answered) => {
      const lists = answered.map((answer) => ({ memberKey: answer.member.key, rows: rowsOf(answer) }));
      return { lists, merged: mergeByKey(lists, rule.rows, orderOf(call)) };
    });
    this.remember(rule, answers, result.lists);
    this.report(call, result.merged.conflicts);
    const { rows, total } = result.merged;
    const mergeMs = performance.now() - started;
    if (page === undefined) {
      const totals = answers.usable.map(({ headers }) => readTotal(headers['total-count'], 0));
      return answers.reply(joinRows(rows), {
        tagged: true,
        mergeMs,
        ...(rule.sumsTotals === true ? { total: totalText(totals) } : {}),
      });
    }
    const linked = {
      path: call.path,
      query: call.query.raw,
      page: page.page,
      perPage: page.perPage,
      total: BigInt(total),
    };
    return answers.reply(joinRows(rows.slice(page.firstRow, page.lastRow)), {
      tagged: true,
      mergeMs,
      total: String(total),
      ...(rule.isLinked === true ? { link: pagingLinks(linked) } : {}),
    });
  }

  private remember(rule: MergeByKeyRule, answers: Answers, lists: readonly MemberList[]): void {
    this.owners.remember(rule.rows.owner, lists);
    const isWhole = answers.missing.length === 0 && lists.every(({ rows }) => rows.length <= longestWholeList);
    if (rule.holders !== undefined && isWhole) this.owners.replace(rule.holders, lists);
  }

  /** Says that members contradict each other, never what they say: comments are users' texts. */
  private report(call: FederatedCall, conflicts: readonly Conflict[]): void {
    for (const { field, key, memberKeys } of conflicts) {
      this.log.debug('members contradict each other', {
        route: call.row.template,
        field,
        key,
        members: memberKeys.join(', '),
      });
    }
  }
}

function orderOf(call: FederatedCall): { readonly sort: string | undefined; readonly direction: string | undefined } {
  return { sort: call.query.get('sort'), direction: call.query.get('direction') };
}
