import { Injectable } from '@nestjs/common';
import { EarlyReply } from '../federation/early-reply.js';
import type { FederatedCall } from '../federation/federated-call.js';
import { FanOut } from '../fan-out/fan-out.js';
import type { Answers } from '../fan-out/answers.js';
import { nobodyAnswered } from '../fan-out/nobody-answered.js';
import type { Missing } from '../fan-out/outcome.js';
import { JsonFault } from '../json-text/json-fault.js';
import type { Member } from '../members/member.js';
import { GatewaySettings } from '../settings/gateway-settings.js';
import type { OwnedRecord } from './owned-record.js';
import { OwnerCache } from './owner-cache.js';

/**
 * Where one id is: with these members, nowhere, or nobody can say because some could not be asked. Of a shared record
 * `owned` also names those that could not be asked.
 */
export type Ownership =
  | { readonly kind: 'owned'; readonly owners: readonly Member[]; readonly unasked: readonly Missing[] }
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'unknown'; readonly unasked: readonly Missing[] };

/** Existence checks in flight at once, over all members (decision 27). */
const probesAtOnce = 32;

/** Finds the members that hold an id: the cache first, an existence check at every member on a miss. */
@Injectable()
export class OwnerResolver {
  constructor(
    private readonly cache: OwnerCache,
    private readonly fanOut: FanOut,
    private readonly settings: GatewaySettings,
  ) {}

  async resolveOne(call: FederatedCall, record: OwnedRecord, id: string): Promise<Ownership> {
    return this.cached(call, record, id) ?? this.probe(call, record, id);
  }

  /** Every id, in order. Ids that could not be checked within `federation.writeTimeout` are `unknown`. */
  async resolve(
    call: FederatedCall,
    record: OwnedRecord,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Ownership>> {
    const found = new Map<string, Ownership>();
    const misses: string[] = [];
    for (const id of ids) {
      const known = this.cached(call, record, id);
      if (known === undefined) misses.push(id);
      else found.set(id, known);
    }
    await this.probeAll(call, record, { ids: misses, found });
    return found;
  }

  private async probeAll(
    call: FederatedCall,
    record: OwnedRecord,
    work: { readonly ids: readonly string[]; readonly found: Map<string, Ownership> },
  ): Promise<void> {
    const members = this.fanOut.membersOf(call);
    const perId = members.length * record.probePaths('').length;
    const workers = Math.max(1, Math.floor(probesAtOnce / Math.max(1, perId)));
    const until = performance.now() + this.settings.federation.writeTimeout;
    const queue = work.ids[Symbol.iterator]();
    const run = async (): Promise<void> => {
      for (const id of queue) {
        const tooLate = performance.now() > until;
        work.found.set(id, tooLate ? notInTime(members) : await this.probe(call, record, id));
      }
    };
    await Promise.all(Array.from({ length: Math.min(workers, work.ids.length) }, run));
  }

  private cached(call: FederatedCall, record: OwnedRecord, id: string): Ownership | undefined {
    const keys = this.cache.find(record.kind, record.canonical(id));
    if (keys === undefined) return undefined;
    const members = this.fanOut.membersOf(call);
    const owners = keys.flatMap((key) => members.filter((member) => member.key === key));
    return owners.length === 0 ? undefined : { kind: 'owned', owners, unasked: [] };
  }

  /** A failed check is never taken for "not there", nor remembered (decision 22). */
  private async probe(call: FederatedCall, record: OwnedRecord, id: string): Promise<Ownership> {
    const asked = await Promise.all(
      record.probePaths(id).map((path) => this.fanOut.probe(call, { method: 'GET', path, shape: 'any-json' })),
    );
    const checks = asked.map((check) => readable(check, record, id));
    const owners = this.fanOut
      .membersOf(call)
      .filter((member) => checks.some((check) => holds(check, member, record, id)));
    if (owners.length > 0) {
      if (record.isFleeting !== true) this.remember(record, id, owners);
      return { kind: 'owned', owners, unasked: record.isShared === true ? missingIn(checks, owners) : [] };
    }
    refuseAsMembersDo(checks);
    const unasked = missingIn(checks, []);
    return unasked.length > 0 ? { kind: 'unknown', unasked } : { kind: 'nowhere' };
  }

  /** Backwards, so that the first member by order ends up as the one listed from. */
  private remember(record: OwnedRecord, id: string, owners: readonly Member[]): void {
    for (const { key } of [...owners].reverse()) this.cache.remember(record.kind, record.canonical(id), key);
  }
}

/** Members that some check missed, each once, less those that are known to have the record. */
function missingIn(checks: readonly Answers[], owners: readonly Member[]): readonly Missing[] {
  const missing = new Map(checks.flatMap((check) => check.missing).map((absent) => [absent.member.key, absent]));
  return [...missing.values()].filter(({ member }) => !owners.includes(member));
}

function notInTime(members: readonly Member[]): Ownership {
  const detail = 'not looked up in time';
  return {
    kind: 'unknown',
    unasked: members.map((member) => ({ kind: 'missing', member, reason: 'timeout', sent: 'no', detail, ms: 0 })),
  };
}

/** @throws EarlyReply when every member refused the check alike, for example 401 for want of a token */
function refuseAsMembersDo(checks: readonly Answers[]): void {
  for (const check of checks) {
    if (check.usable.length > 0) continue;
    const end = nobodyAnswered(check);
    if (end instanceof EarlyReply) throw end;
  }
}

// Four arguments: splitting them into an object would only hide that this is one condition.
function holds(check: Answers, member: Member, record: OwnedRecord, id: string): boolean {
  const answer = check.answered.find((answered) => answered.member.key === member.key);
  if (answer === undefined) return false;
  return record.isShownBy === undefined || record.isShownBy(answer.body, id);
}

/** The checks with members whose answer cannot be read turned into missing ones, so that nothing is concluded from it. */
function readable(check: Answers, record: OwnedRecord, id: string): Answers {
  const { isShownBy } = record;
  if (isShownBy === undefined) return check;
  return check.answered.reduce((checked, { member, body }) => {
    try {
      isShownBy(body, id);
      return checked;
    } catch (fault) {
      if (fault instanceof JsonFault) return checked.without(member, 'error', fault.message);
      throw fault;
    }
  }, check);
}
