import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import { readTotal, totalText } from '../federation/total-count.js';
import { FanOut } from '../fan-out/fan-out.js';
import { attributed } from '../fan-out/read-answer.js';
import { RowReader } from '../json-text/row-reader.js';
import { UnusableRows } from '../json-text/unusable-rows.js';
import { joinRows } from '../json-text/write.js';
import { ListedOwners } from '../routing/listed-owners.js';
import { BrokenList } from './merge/sorted-page.js';
import type { SortedRows } from './merge/sorted-rows.js';
import { mergeTopWindow } from './merge/top-window.js';

/** W: the first N rows of lists that have a window size and no page number; rows that several members have count once. */
@Injectable()
export class TopWindow implements Strategy<SortedRows> {
  constructor(
    private readonly fanOut: FanOut,
    private readonly owners: ListedOwners,
  ) {}

  async handle(call: FederatedCall, rule: SortedRows): Promise<FederatedReply> {
    // The caller's window goes on as it is; a missing one means no rows (contract 8.2), which members then answer.
    const size = Number(call.query.get('page_size') ?? 0);
    const asked = await this.fanOut.ask(call);
    const order = rule.order(call.query.get('sort'), call.query.get('direction'));
    const { answers, result } = asked.whole((answered) => {
      const readers = answered.map((answer) => attributed(answer, () => new RowReader(answer.body)));
      try {
        return mergeTopWindow(readers, order, Math.max(0, size)).map(({ list, row }) => {
          const key = answered[list]?.member.key ?? '';
          return { key, row, bytes: rule.edit?.(row, key) ?? row.bytes };
        });
      } catch (fault) {
        const broken = fault instanceof BrokenList ? answered[fault.list] : undefined;
        if (broken === undefined || !(fault instanceof BrokenList)) throw fault;
        throw new UnusableRows(broken.member.key, fault.message);
      }
    });
    for (const { key, row } of result) this.owners.rememberRow(rule.owner, key, row);
    const totals = answers.usable.map(({ headers }) => readTotal(headers['total-count'], 0));
    return answers.reply(joinRows(result.map(({ bytes }) => bytes)), { total: totalText(totals) });
  }
}
