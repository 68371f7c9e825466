import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import { badField } from '../federation/problem.js';
import type { Strategy } from '../federation/strategy.js';
import { readTotal, totalText } from '../federation/total-count.js';
import { FanOut } from '../fan-out/fan-out.js';
import { joinRows } from '../json-text/write.js';
import { ListedOwners } from '../routing/listed-owners.js';
import type { SortedRows } from './merge/sorted-rows.js';
import { shownRow, takeRows } from './taken-rows.js';

/** W: the first N rows of lists that have a window size and no page number; the caller's window goes to every member. */
@Injectable()
export class TopWindow implements Strategy<SortedRows> {
  constructor(
    private readonly fanOut: FanOut,
    private readonly owners: ListedOwners,
  ) {}

  async handle(call: FederatedCall, rule: SortedRows): Promise<FederatedReply> {
    const perPage = windowSize(call);
    const asked = await this.fanOut.ask(call);
    const started = performance.now();
    const order = rule.order(call.query.get('sort'), call.query.get('direction'));
    const { answers, result: taken } = asked.whole((answered) =>
      takeRows(answered, { rule, order, window: { firstRow: 0, perPage } }),
    );
    for (const { memberKey, row } of taken) {
      if (memberKey !== undefined) this.owners.rememberRow(rule.owner, memberKey, row);
    }
    const totals = answers.usable.map(({ headers }) => readTotal(headers['total-count'], 0));
    return answers.reply(joinRows(taken.map((row) => shownRow(rule, row))), {
      total: totalText(totals),
      mergeMs: performance.now() - started,
    });
  }
}

/**
 * `page_size` as members read it: missing means no rows (contract 8.2).
 * @throws ProblemError 400, as members answer to what is no number
 */
function windowSize(call: FederatedCall): number {
  const [text, ...more] = call.query.all('page_size');
  if (text === undefined) return 0;
  if (more.length > 0 || !/^\+?\d{1,9}$/.test(text.trim()))
    throw badField('page_size', 'expected a whole number, once');
  return Number(text);
}
