import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import { EarlyReply } from '../federation/early-reply.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import { ProblemError } from '../federation/problem.js';
import type { Strategy } from '../federation/strategy.js';
import { readTotal, totalText } from '../federation/total-count.js';
import type { Answers } from '../fan-out/answers.js';
import { FanOut } from '../fan-out/fan-out.js';
import { nobodyAnswered } from '../fan-out/nobody-answered.js';
import type { Answer } from '../fan-out/outcome.js';
import { relayedHeaders } from '../fan-out/relayed-headers.js';
import type { OwnedRecord } from './owned-record.js';
import { OwnerCache } from './owner-cache.js';

/** One record that a caller reads by id. */
export interface HitRule {
  /** For the route table. */
  readonly words: string;
  /** Several hits as one; the first by member order when absent. */
  merge?(hits: readonly Answer[]): Buffer;
  /** Members send `Total-Count` with this record; it is added up. */
  readonly sumsTotals?: boolean;
  /** The record's kind and the path parameter with its id: a known owner is asked alone. */
  readonly record?: { readonly of: OwnedRecord; readonly parameter: string };
}

/** F: the members are asked for one record and those that have it answer. */
@Injectable()
export class FirstHit implements Strategy<HitRule> {
  constructor(
    private readonly fanOut: FanOut,
    private readonly owners: OwnerCache,
  ) {}

  async handle(call: FederatedCall, rule: HitRule): Promise<FederatedReply> {
    const fromOwner = await this.askKnownOwner(call, rule);
    if (fromOwner !== undefined) return fromOwner;
    const answers = await this.fanOut.ask(call, { shape: 'document' });
    if (answers.answered.length === 0) return miss(answers);
    this.remember(call, rule, answers.answered);
    return hit(answers, rule);
  }

  /** Undefined when no owner is known, or the known one no longer has the record. */
  private async askKnownOwner(call: FederatedCall, rule: HitRule): Promise<FederatedReply | undefined> {
    const id = idOf(call, rule);
    const key = id === undefined ? undefined : this.owners.find(id.kind, id.id)?.[0];
    const owner = this.fanOut.membersOf(call).find((member) => member.key === key);
    if (owner === undefined) return undefined;
    const answers = await this.fanOut.askOwner(owner, call, { shape: 'document' });
    if (answers.answered.length > 0) return hit(answers, rule);
    if (answers.missing.length > 0) throw nobodyAnswered(answers);
    return undefined;
  }

  private remember(call: FederatedCall, rule: HitRule, hits: readonly Answer[]): void {
    const id = idOf(call, rule);
    if (id === undefined) return;
    for (const { member } of [...hits].reverse()) this.owners.remember(id.kind, id.id, member.key);
  }
}

function idOf(call: FederatedCall, { record }: HitRule): { readonly kind: string; readonly id: string } | undefined {
  if (record === undefined) return undefined;
  return { kind: record.of.kind, id: record.of.canonical(call.param(record.parameter) ?? '') };
}

function hit(answers: Answers, rule: HitRule): FederatedReply {
  const hits = answers.answered;
  const first = hits[0];
  if (first === undefined) throw new Error('a hit needs an answer');
  const body = hits.length > 1 && rule.merge !== undefined ? rule.merge(hits) : first.body;
  return answers.reply(body, {
    tagged: true,
    ...(rule.sumsTotals === true
      ? { total: totalText(answers.usable.map(({ headers }) => readTotal(headers['total-count'], 0))) }
      : {}),
  });
}

/** 404 only when every member was asked (decision 23a). */
function miss(answers: Answers): FederatedReply {
  if (answers.missing.length > 0) {
    const absent = answers.missing.map(({ member, reason }) => ({ key: member.key, reason }));
    throw new ProblemError({
      status: 503,
      title: 'Not every member could be asked',
      detail: `no member that answered has this record, and it may be with: ${absent.map(({ key }) => key).join(', ')}`,
      members: absent,
      headers: { 'Retry-After': '5', ...(answers.headers() as Record<string, string>) },
    });
  }
  const first = answers.usable[0];
  if (first === undefined) throw new Error('a miss needs an answer');
  throw new EarlyReply({
    status: first.status,
    headers: { ...answers.headers(), ...relayedHeaders(first.headers) },
    body: first.body,
    timings: answers.timings(),
  });
}
