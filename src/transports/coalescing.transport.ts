import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Member } from '../members/member.js';
import {
  CallerLeft,
  MemberTransport,
  type MemberReply,
  type MemberRequest,
  type MemberStream,
} from './member-transport.js';

interface SharedCall {
  readonly reply: Promise<MemberReply>;
  readonly abort: AbortController;
  callers: number;
}

/**
 * Wraps a transport: identical reads by the same caller that are in flight at one member share one call, so a member
 * never runs one query twice at a time (decision 2b). A caller who leaves takes nobody else's answer away; the last
 * one to leave ends the call. Commands and streams pass through.
 */
export class CoalescingTransport extends MemberTransport {
  private readonly calls = new Map<string, SharedCall>();

  constructor(private readonly inner: MemberTransport) {
    super();
  }

  /** Calls that are being shared now. */
  get size(): number {
    return this.calls.size;
  }

  send(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberReply> {
    if (request.command || request.body !== undefined) return this.inner.send(member, request, signal);
    if (signal.aborted) return Promise.reject(new CallerLeft());
    const key = keyOf(member, request);
    const call = this.calls.get(key) ?? this.start(key, member, request);
    return this.join(call, signal);
  }

  stream(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberStream> {
    return this.inner.stream(member, request, signal);
  }

  private start(key: string, member: Member, request: MemberRequest): SharedCall {
    const abort = new AbortController();
    const reply = this.inner.send(member, request, abort.signal);
    const call: SharedCall = { reply, abort, callers: 0 };
    this.calls.set(key, call);
    const forget = (): void => {
      if (this.calls.get(key) === call) this.calls.delete(key);
    };
    reply.then(forget, forget);
    // Once nobody waits any more, a new caller must not join a call that is being given up.
    abort.signal.addEventListener('abort', forget, { once: true });
    return call;
  }

  private join(call: SharedCall, signal: AbortSignal): Promise<MemberReply> {
    call.callers += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        call.callers -= 1;
        if (call.callers === 0) call.abort.abort();
        reject(new CallerLeft());
      };
      // One caller's signal is listened to once per member.
      setMaxListeners(Infinity, signal);
      signal.addEventListener('abort', leave, { once: true });
      call.reply.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', leave);
      });
    });
  }
}

/** Everything a member's answer can depend on; the token as a hash, so that no map holds it. */
function keyOf(member: Member, { method, surface, target, headers }: MemberRequest): string {
  const { authorization, accept, 'accept-language': language } = headers;
  const caller = authorization === undefined ? '' : createHash('sha256').update(authorization).digest('base64');
  return [member.key, surface, method, target, caller, accept ?? '', language ?? ''].join('\n');
}
