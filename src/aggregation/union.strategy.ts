import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import { FanOut } from '../fan-out/fan-out.js';
import { documentOf, rowsOf } from '../fan-out/read-answer.js';
import type { JsonRow } from '../json-text/json-row.js';
import { joinRows } from '../json-text/write.js';
import { ListedOwners } from '../routing/listed-owners.js';
import { unionRows, type UnionRows } from './merge/union.js';

/** What is united: the rows of lists, or lists that stand inside one document per member. */
export type UnionRule =
  | (UnionRows & {
      /** Elements are plain texts, not objects. */
      readonly elements?: 'any';
      /** Send the number of rows as `Total-Count`, where members do. */
      readonly countsRows?: boolean;
    })
  | { uniteDocuments(documents: readonly JsonRow[]): Buffer };

/** U: rows of all members one after another, doubles by key left out, the lead's first. */
@Injectable()
export class Union implements Strategy<UnionRule> {
  constructor(
    private readonly fanOut: FanOut,
    private readonly owners: ListedOwners,
  ) {}

  async handle(call: FederatedCall, rule: UnionRule): Promise<FederatedReply> {
    const isDocument = 'uniteDocuments' in rule;
    const asked = await this.fanOut.ask(call, { shape: isDocument ? 'document' : 'list' });
    const started = performance.now();
    if (isDocument) {
      const { answers, result } = asked.whole((answered) => {
        const documents = answered.map(documentOf);
        return documents.length === 0 ? Buffer.from('{}') : rule.uniteDocuments(documents);
      });
      return answers.reply(result, { tagged: true, mergeMs: performance.now() - started });
    }
    const { answers, result } = asked.whole((answered) => {
      const lists = answered.map((answer) => ({ memberKey: answer.member.key, rows: rowsOf(answer, rule.elements) }));
      return { lists, rows: unionRows(lists, rule) };
    });
    this.owners.remember(rule.owner, result.lists);
    return answers.reply(joinRows(result.rows), {
      tagged: true,
      mergeMs: performance.now() - started,
      ...(rule.countsRows === true ? { total: String(result.rows.length) } : {}),
    });
  }
}
