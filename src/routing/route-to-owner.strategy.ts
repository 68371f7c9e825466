import { Injectable, Logger } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import { ProblemError } from '../federation/problem.js';
import type { Strategy } from '../federation/strategy.js';
import { CommandReplies, isAnswer } from '../fan-out/command-replies.js';
import { FanOut, type Part } from '../fan-out/fan-out.js';
import type { Missing } from '../fan-out/outcome.js';
import type { Member } from '../members/member.js';
import { readInstanceId } from './instance-id.js';
import type { CommandTarget, OwnerRoute } from './owner-route.js';
import { OwnerResolver, type Ownership } from './owner-resolver.js';
import { fateOf, incompleteCommand, type SentPart } from './split-outcome.js';

interface Plan {
  readonly parts: readonly (Part & { readonly ids: readonly string[] })[];
  /** Ids whose owners could not all be found out, and the members that could not be asked about some of them. */
  readonly unresolved: readonly string[];
  readonly unasked: readonly Missing[];
  readonly nowhere: readonly string[];
}

/** R: a command goes to the members that hold its records, each with its own ids, and to nobody else. */
@Injectable()
export class RouteToOwner implements Strategy<OwnerRoute> {
  private readonly log = new Logger('routing');

  constructor(
    private readonly fanOut: FanOut,
    private readonly resolver: OwnerResolver,
    private readonly replies: CommandReplies,
  ) {}

  async handle(call: FederatedCall, route: OwnerRoute): Promise<FederatedReply> {
    const target = await route.read(call);
    const body = await call.body();
    if (target.kind === 'everyone') {
      const parts = this.fanOut.membersOf(call).map((member) => ({ member, ...bodyPart(body) }));
      return this.replies.broadcast(call, await this.fanOut.command(call, parts));
    }
    const plan =
      target.kind === 'list'
        ? await this.planList(call, route, target)
        : await this.planOne(call, route, { target, body });
    if (plan.nowhere.length > 0)
      this.log.warn('ids without an owner', { route: route.words, ids: plan.nowhere.length });
    if (plan.parts.length === 0 && plan.unresolved.length === 0) return this.nobodyHolds(call, target);
    return this.send(call, plan);
  }

  private async send(call: FederatedCall, plan: Plan): Promise<FederatedReply> {
    const outcomes = await this.fanOut.command(call, plan.parts);
    const sent: readonly SentPart[] = outcomes.map((outcome, at) => ({ outcome, ids: plan.parts[at]?.ids ?? [] }));
    const problem = incompleteCommand(sent, plan, this.replies.headers(call, outcomes, plan.unasked));
    if (problem !== undefined) throw problem;
    const refused = outcomes.filter(isAnswer).find((outcome) => fateOf(outcome) === 'refused');
    return refused === undefined ? this.replies.accepted(call, outcomes) : this.replies.relay(call, outcomes, refused);
  }

  private async planList(
    call: FederatedCall,
    route: OwnerRoute,
    target: Extract<CommandTarget, { kind: 'list' }>,
  ): Promise<Plan> {
    const found = await this.resolver.resolve(call, route.record, target.ids);
    const idsOf = new Map<Member, string[]>();
    for (const id of target.ids) {
      for (const owner of ownersOf(found.get(id))) {
        const ids = idsOf.get(owner);
        if (ids === undefined) idsOf.set(owner, [id]);
        else ids.push(id);
      }
    }
    const parts = this.fanOut.membersOf(call).flatMap((member) => {
      const ids = idsOf.get(member);
      return ids === undefined ? [] : [{ member, ids, body: target.bodyOf(ids) }];
    });
    return {
      parts,
      unresolved: target.ids.filter((id) => unaskedFor(found.get(id)).length > 0),
      unasked: [...found.values()].flatMap(unaskedFor),
      nowhere: target.ids.filter((id) => found.get(id)?.kind === 'nowhere'),
    };
  }

  private async planOne(
    call: FederatedCall,
    route: OwnerRoute,
    asked: { readonly target: Extract<CommandTarget, { kind: 'one' }>; readonly body: Buffer },
  ): Promise<Plan> {
    const { id, instanceId } = asked.target;
    const named = readInstanceId(instanceId);
    const query = named.prefixed ? { query: { instance_id: named.original === '' ? undefined : named.original } } : {};
    const ownership =
      this.namedOwner(call, named.memberKey) ?? (await this.resolver.resolveOne(call, route.record, id));
    const goesToLead = route.orLead === true && ownership.kind === 'nowhere';
    const owners = goesToLead ? [this.fanOut.leadOf(call)] : ownersOf(ownership);
    const chosen = route.toOneHolder === true ? owners.slice(0, 1) : inMemberOrder(owners, this.fanOut.membersOf(call));
    return {
      parts: chosen.map((member) => ({ member, ids: [id], ...bodyPart(asked.body), ...query })),
      unresolved: unaskedFor(ownership).length > 0 ? [id] : [],
      unasked: unaskedFor(ownership),
      nowhere: ownership.kind === 'nowhere' && !goesToLead ? [id] : [],
    };
  }

  private namedOwner(call: FederatedCall, key: string | undefined): Ownership | undefined {
    const member = this.fanOut.membersOf(call).find((candidate) => candidate.key === key);
    return member === undefined ? undefined : { kind: 'owned', owners: [member], unasked: [] };
  }

  /** Decision 21: 404 for a single id; a list is accepted, as members accept ids that they then drop. */
  private nobodyHolds(call: FederatedCall, target: CommandTarget): FederatedReply {
    const headers = {
      ...this.replies.headers(call, []),
      ...(target.kind === 'list' && target.ids.length === 0
        ? {}
        : { 'X-Particular-Reason': 'no member holds these ids' }),
    };
    if (target.kind === 'list') return { status: 202, headers };
    throw new ProblemError({
      status: 404,
      title: 'Not Found',
      detail: 'no member holds this record; nothing was sent',
      headers,
    });
  }
}

function ownersOf(ownership: Ownership | undefined): readonly Member[] {
  return ownership?.kind === 'owned' ? ownership.owners : [];
}

function unaskedFor(ownership: Ownership | undefined): readonly Missing[] {
  return ownership === undefined || ownership.kind === 'nowhere' ? [] : ownership.unasked;
}

function inMemberOrder(owners: readonly Member[], members: readonly Member[]): readonly Member[] {
  return members.filter((member) => owners.includes(member));
}

function bodyPart(body: Buffer): { readonly body?: Buffer } {
  return body.length === 0 ? {} : { body };
}
