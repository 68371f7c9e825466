import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import { ProblemError } from '../federation/problem.js';
import { lowestVersion } from '../federation/version.js';
import { MemberHealth } from '../health/member-health.js';
import type { Member } from '../members/member.js';
import { MemberDirectory } from '../members/member-directory.js';
import { GatewaySettings } from '../settings/gateway-settings.js';
import {
  firstValue,
  MemberTransport,
  TransportFault,
  type MemberRequest,
  type MemberStream,
} from '../transports/member-transport.js';
import { Answers, type AnswersContext } from './answers.js';
import { classify, classifyCommand, type Shape } from './classify.js';
import { memberName } from './incomplete-results.js';
import { OddAnswers } from './odd-answers.js';
import type { CommandOutcome, Missing, Outcome } from './outcome.js';

/** How a call to members differs from what the caller asked. */
export interface Ask {
  readonly method?: string;
  /** Raw path below the surface; the caller's when absent. */
  readonly path?: string;
  /** Query keys to replace, add or (undefined) remove. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Expected JSON shape; a list unless said otherwise. */
  readonly shape?: Shape;
  /** Statuses that say "not here" and are no fault; the surface's when absent. */
  readonly absent?: readonly number[];
  /** Whom to ask; every visible member when absent. */
  readonly members?: readonly Member[];
}

/** One member's share of a command. */
export interface Part {
  readonly member: Member;
  /** The body this member gets; none when absent. */
  readonly body?: Buffer;
  /** Raw path below the surface; the caller's when absent. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

export type StreamOutcome =
  { readonly kind: 'stream'; readonly member: Member; readonly reply: MemberStream; readonly ms: number } | Missing;

/** A call that ended this long after its deadline met a pause of our own process and says nothing about the member. */
const ownPauseMs = 1000;

/** Asks many members at once, each with its own deadline. The one place from which strategies reach members. */
@Injectable()
export class FanOut {
  constructor(
    private readonly directory: MemberDirectory,
    private readonly transport: MemberTransport,
    private readonly health: MemberHealth,
    private readonly settings: GatewaySettings,
    private readonly odd: OddAnswers,
  ) {}

  /**
   * Members this call is about, the lead first.
   * @throws ProblemError 404 when the call names a member that does not exist or lacks this surface
   */
  membersOf(call: FederatedCall): readonly Member[] {
    const members = this.directory.membersOf(call.surface.name);
    const only = call.caller.onlyMember;
    if (only === undefined) return members;
    const named = members.filter((member) => member.key === only.toLowerCase());
    if (named.length > 0) return named;
    throw new ProblemError({
      status: 404,
      title: 'Not Found',
      detail: `no member has this key and serves ${call.surface.name}`,
    });
  }

  /** @throws ProblemError 503 when there are no members at all */
  leadOf(call: FederatedCall): Member {
    const lead = this.membersOf(call)[0];
    if (lead !== undefined) return lead;
    throw new ProblemError({ status: 503, title: 'No member', detail: `no member serves ${call.surface.name}` });
  }

  /**
   * A merged read: every usable member at once. Members that are down or slow are missing without being asked; when
   * that leaves nobody, the lead is tried, so that recovery needs no probe (decision 2).
   * @throws EarlyReply, ProblemError when nobody answered (decision 6)
   */
  async ask(call: FederatedCall, ask: Ask = {}): Promise<Answers> {
    return (await this.askQuietly(call, ask)).orNobody();
  }

  /** As `ask`, for answers that have something to say even when nobody answered. */
  async askQuietly(call: FederatedCall, ask: Ask = {}): Promise<Answers> {
    const members = ask.members ?? this.membersOf(call);
    const leftOut = this.leftOut(call, members);
    const outcomes = await Promise.all(
      members.map(async (member) => leftOut.get(member.key) ?? this.askMember(member, call, ask)),
    );
    this.odd.note(call, outcomes);
    return this.answers(call, outcomes);
  }

  /** A read that goes to one owner: asked whatever its health, with one second try on a connection fault (decision 8c). */
  async askOwner(owner: Member, call: FederatedCall, ask: Ask = {}): Promise<Answers> {
    let outcome = await this.askMember(owner, call, ask);
    if (isConnectionFault(outcome)) outcome = await this.askMember(owner, call, ask);
    return this.answers(call, [outcome]);
  }

  /** Reads several members without giving up when nobody answers; down and slow ones are asked as well. */
  async probe(call: FederatedCall, ask: Ask): Promise<Answers> {
    const members = ask.members ?? this.membersOf(call);
    return this.answers(call, await Promise.all(members.map((member) => this.askMember(member, call, ask))));
  }

  /**
   * Sends a command's parts, each once and to its member only: nothing here repeats anything, and a caller who leaves
   * does not stop what was sent (decisions 8, 26).
   */
  async command(call: FederatedCall, parts: readonly Part[]): Promise<readonly CommandOutcome[]> {
    const unstoppable = new AbortController().signal;
    return Promise.all(
      parts.map(async ({ member, body, path, query }): Promise<CommandOutcome> => {
        const request: MemberRequest = {
          ...this.request(
            call,
            { ...(path === undefined ? {} : { path }), ...(query === undefined ? {} : { query }) },
            this.settings.federation.writeTimeout,
          ),
          ...(body === undefined ? {} : { body }),
          command: true,
        };
        const started = performance.now();
        try {
          const reply = await this.transport.send(member, request, unstoppable);
          this.health.answered(call.surface.name, member, {
            version: firstValue(reply.headers, 'x-particular-version'),
          });
          return classifyCommand(member, reply, performance.now() - started);
        } catch (fault) {
          return this.missing({ member, call, fault, started, deadlineMs: request.deadlineMs });
        }
      }),
    );
  }

  /** A body relayed while it arrives, with one second try on a connection fault (decision 8c). */
  async stream(call: FederatedCall, member: Member, ask: Ask = {}): Promise<StreamOutcome> {
    const first = await this.streamOnce(call, member, ask);
    return isConnectionFault(first) ? this.streamOnce(call, member, ask) : first;
  }

  answers(call: FederatedCall, outcomes: readonly Outcome[]): Answers {
    return new Answers(this.context(call), outcomes);
  }

  /** The lowest version of the members this call is about; last known for those that are down (decision 32). */
  versionFor(call: FederatedCall): string | undefined {
    return lowestVersion(this.membersOf(call).map((member) => this.versionOf(call, member)));
  }

  /** One member's last known version. */
  versionOf(call: FederatedCall, member: Member): string | undefined {
    return this.health.describe(call.surface.name, member).version;
  }

  /** Last known versions of this call's members on another surface. */
  versionsOn(call: FederatedCall, surface: string): readonly (string | undefined)[] {
    const asked = new Set(this.membersOf(call).map(({ key }) => key));
    const members = this.directory.membersOf(surface).filter(({ key }) => asked.has(key));
    return members.map((member) => this.health.describe(surface, member).version);
  }

  nameOf(call: FederatedCall, member: Member): string {
    return memberName(member, call.surface.name, this.settings.federation.nameMembersBy);
  }

  private context(call: FederatedCall): AnswersContext {
    return {
      call,
      nameOf: (member) => this.nameOf(call, member),
      version: this.versionFor(call),
      tellUnusable: (member, detail) => {
        this.odd.tell(call, member, detail);
      },
    };
  }

  private leftOut(call: FederatedCall, members: readonly Member[]): ReadonlyMap<string, Missing> {
    const surface = call.surface.name;
    const leftOut = new Map<string, Missing>();
    for (const member of members) {
      const base = { kind: 'missing', member, sent: 'no', ms: 0 } as const;
      if (this.health.isDown(surface, member)) {
        leftOut.set(member.key, { ...base, reason: 'unavailable', detail: 'down since the last check' });
      } else if (this.health.isLeftOutAsSlow(surface, member, call.row.pace)) {
        leftOut.set(member.key, { ...base, reason: 'timeout', detail: 'too slow lately' });
      }
    }
    if (leftOut.size < members.length) return leftOut;
    const slow = [...leftOut.values()].filter(({ reason }) => reason === 'timeout');
    for (const { member } of slow.length > 0 ? slow : members.slice(0, 1).map((member) => ({ member }))) {
      leftOut.delete(member.key);
    }
    return leftOut;
  }

  private async askMember(member: Member, call: FederatedCall, ask: Ask): Promise<Outcome> {
    const request = this.request(call, ask, this.readDeadline(member, call));
    const started = performance.now();
    try {
      const reply = await this.transport.send(member, request, call.left);
      this.health.answered(call.surface.name, member, {
        pace: call.row.pace,
        version: firstValue(reply.headers, 'x-particular-version'),
      });
      return classify(member, reply, {
        shape: ask.shape ?? 'list',
        ms: performance.now() - started,
        receivedAt: Date.now(),
        absent: ask.absent ?? (call.surface.absentIsError ? [] : [404]),
      });
    } catch (fault) {
      return this.missing({ member, call, fault, started, deadlineMs: request.deadlineMs });
    }
  }

  private async streamOnce(call: FederatedCall, member: Member, ask: Ask): Promise<StreamOutcome> {
    const request: MemberRequest = {
      ...this.request(call, ask, this.readDeadline(member, call)),
      inactivityMs: this.settings.federation.slowReadTimeout,
    };
    const started = performance.now();
    try {
      const reply = await this.transport.stream(member, request, call.left);
      this.health.answered(call.surface.name, member, { version: firstValue(reply.headers, 'x-particular-version') });
      return { kind: 'stream', member, reply, ms: performance.now() - started };
    } catch (fault) {
      return this.missing({ member, call, fault, started, deadlineMs: request.deadlineMs });
    }
  }

  /** @throws whatever is not a transport fault: the caller left, or a defect of ours */
  private missing(failed: {
    readonly member: Member;
    readonly call: FederatedCall;
    readonly fault: unknown;
    readonly started: number;
    readonly deadlineMs: number;
  }): Missing {
    const { member, call, fault, started, deadlineMs } = failed;
    if (!(fault instanceof TransportFault)) throw fault;
    const ms = performance.now() - started;
    if (ms < deadlineMs + ownPauseMs) {
      this.health.failed(call.surface.name, member, {
        reason: fault.reason,
        detail: fault.message,
        pace: call.row.pace,
        ms,
      });
    }
    return { kind: 'missing', member, reason: fault.reason, sent: fault.sent, detail: fault.message, ms };
  }

  private request(call: FederatedCall, ask: Ask, deadlineMs: number): MemberRequest {
    const target = ask.path === undefined ? call.target(ask.query) : withQuery(ask.path, ask.query);
    return {
      method: ask.method ?? call.method,
      surface: call.surface.name,
      target,
      headers: call.forwardedHeaders,
      deadlineMs,
      command: false,
    };
  }

  private readDeadline(member: Member, call: FederatedCall): number {
    const { memberTimeout, searchTimeout, slowReadTimeout } = this.settings.federation;
    if (call.row.pace === 'search') return searchTimeout;
    if (call.row.pace === 'slow') return slowReadTimeout;
    return member.timeoutMs ?? memberTimeout;
  }
}

function withQuery(path: string, query: Ask['query']): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

function isConnectionFault(outcome: Outcome | StreamOutcome): boolean {
  return outcome.kind === 'missing' && outcome.reason === 'unavailable' && outcome.reply === undefined;
}
