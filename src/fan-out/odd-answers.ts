import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { FederatedCall } from '../federation/federated-call.js';
import { readTotal } from '../federation/total-count.js';
import type { Member } from '../members/member.js';
import { firstValue } from '../transports/member-transport.js';
import type { Answer, Missing, Outcome } from './outcome.js';

const minuteMs = 60_000;

/**
 * Tells operators of members that answer unusably, or oddly though usably: once a minute per member and finding
 * (decision 9). A refusal that all members agree on is about the caller, not about a member, and is not told.
 */
@Injectable()
export class OddAnswers {
  private readonly log = new Logger('fan-out');
  private readonly told = new LRUCache<string, true>({ max: 1000, ttl: minuteMs });

  /** What all members said to one call. */
  note(call: FederatedCall, outcomes: readonly Outcome[]): void {
    const missing = outcomes.filter((outcome) => outcome.kind === 'missing');
    const agree = missing.length === outcomes.length && new Set(missing.map(refusalOf)).size === 1;
    if (!agree || refusalOf(missing[0]) === undefined) {
      for (const { member, reason, detail } of missing) {
        if (reason === 'error') this.tell(call, member, detail);
      }
    }
    for (const outcome of outcomes) {
      if (outcome.kind !== 'answer') continue;
      for (const oddity of odditiesOf(outcome)) this.tell(call, outcome.member, oddity);
    }
  }

  tell(call: FederatedCall, { key }: Member, finding: string): void {
    // Where a list is broken differs from poll to poll.
    const name = [call.surface.name, key, finding.replace(/ at byte \d+$/, '')].join('\n');
    if (this.told.has(name)) return;
    this.told.set(name, true);
    this.log.warn('a member answers unlike ServiceControl', {
      member: key,
      surface: call.surface.name,
      route: call.row.template,
      finding,
    });
  }
}

/** The 4xx that a member refused with; undefined for every other way to be missing. */
function refusalOf(missing: Missing | undefined): number | undefined {
  const status = missing?.reply?.status ?? 0;
  return status >= 400 && status <= 499 ? status : undefined;
}

function odditiesOf({ headers, body }: Answer): readonly string[] {
  const type = firstValue(headers, 'content-type');
  const total = headers['total-count'] === undefined ? undefined : readTotal(headers['total-count'], 0).fault;
  return [
    ...(total === undefined ? [] : [total]),
    ...(body.length === 0 || (type !== undefined && /\bjson\b/i.test(type))
      ? []
      : [`called its JSON ${type === undefined ? 'nothing' : type.slice(0, 100)}`]),
  ];
}
