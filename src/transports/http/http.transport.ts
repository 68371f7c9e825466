import { HttpService } from '@nestjs/axios';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AxiosResponse } from 'axios';
import type { Member } from '../../members/member.js';
import { GatewaySettings } from '../../settings/gateway-settings.js';
import {
  CallerLeft,
  MemberTransport,
  TransportFault,
  type MemberReply,
  type MemberRequest,
  type MemberStream,
  type ReplyHeaders,
} from '../member-transport.js';
import { TransportKind } from '../transport-kind.js';
import { Connections, type Connection } from './connections.js';
import { faultOf } from './fault-of.js';
import { RunningCall } from './running-call.js';
import type { RelayedBody } from './relayed-body.js';

/** How far one attempt came; decides what may be said about it afterwards. */
interface Progress {
  sent: boolean;
  headers: boolean;
  /** The socket had served a request before, so its member may have been closing it. */
  reused: boolean;
}

interface Attempt {
  readonly signal: AbortSignal;
  /** On the clock of `performance.now()`. */
  readonly until: number;
  readonly progress: Progress;
  readonly responseType: 'arraybuffer' | 'stream';
  /** Only a connection that is new or was in use a moment ago. */
  readonly fresh?: boolean;
}

/** Calls a member over HTTP/1.1. Every call has its own deadline, raced against connecting, headers and body alike. */
@Injectable()
@TransportKind('http')
export class HttpTransport extends MemberTransport implements OnApplicationShutdown {
  private readonly connections = new Map<string, Connections>();
  private readonly flying = new Map<string, number>();

  constructor(
    private readonly http: HttpService,
    private readonly settings: GatewaySettings,
  ) {
    super();
  }

  inFlight(memberKey: string): number {
    return this.flying.get(memberKey) ?? 0;
  }

  onApplicationShutdown(): void {
    for (const connections of this.connections.values()) connections.closeAll();
  }

  /**
   * A kept connection that its member closed while it was idle fails before any byte of a reply; a read is then made
   * once more on a new one. Commands never are (decision 26).
   */
  async send(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberReply> {
    const until = performance.now() + request.deadlineMs;
    const progress: Progress = { sent: false, headers: false, reused: false };
    try {
      return await this.exchange<Buffer>(member, request, { signal, until, progress, responseType: 'arraybuffer' });
    } catch (fault) {
      const isStale =
        progress.reused && !progress.headers && fault instanceof TransportFault && fault.reason === 'unavailable';
      if (!isStale || request.command) throw fault;
      const again: Progress = { sent: false, headers: false, reused: false };
      return this.exchange<Buffer>(member, request, {
        signal,
        until,
        progress: again,
        responseType: 'arraybuffer',
        fresh: true,
      });
    }
  }

  stream(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberStream> {
    const until = performance.now() + request.deadlineMs;
    const progress: Progress = { sent: false, headers: false, reused: false };
    return this.exchange<RelayedBody>(member, request, {
      signal,
      until,
      progress,
      responseType: 'stream',
      fresh: true,
    });
  }

  private async exchange<Body extends Buffer | RelayedBody>(
    member: Member,
    request: MemberRequest,
    attempt: Attempt,
  ): Promise<{ readonly status: number; readonly headers: ReplyHeaders; readonly body: Body }> {
    if (attempt.signal.aborted) throw new CallerLeft();
    const base = new URL(member.addresses[request.surface] ?? '');
    const pool = this.poolOf(member, request.surface, base.origin);
    this.count(member, 1);
    const call = new RunningCall(attempt, () => {
      this.count(member, -1);
    });
    try {
      const connection = await call.race(pool.take(request.command || attempt.fresh === true), (late) => {
        pool.give(late);
      });
      call.use(pool, connection);
      attempt.progress.reused = connection.served > 0;
      const response = await call.race(this.ask<Body>(connection, base, request, { ...attempt, call }));
      const { status, headers, data } = response;
      if (attempt.responseType === 'stream')
        call.follow(data as RelayedBody, request.inactivityMs ?? request.deadlineMs);
      else call.done();
      return { status, headers: headers as ReplyHeaders, body: data };
    } catch (fault) {
      call.fail();
      throw faultOf(fault, { member, request, progress: attempt.progress, ended: call.ended, base });
    }
  }

  private ask<Body>(
    connection: Connection,
    base: URL,
    request: MemberRequest,
    attempt: Attempt & { readonly call: RunningCall },
  ): Promise<AxiosResponse<Body>> {
    const { progress, call } = attempt;
    const coding = attempt.responseType === 'stream' ? 'identity' : 'gzip, deflate, br';
    return this.http.axiosRef.request<Body>({
      url: `${base.origin}${base.pathname}${request.target}`,
      method: request.method,
      // axios would add its own Accept, and a form's content type to commands without a body, which members refuse.
      headers: { accept: false, 'content-type': false, ...request.headers, 'accept-encoding': coding },
      data: request.body,
      responseType: attempt.responseType,
      signal: call.signal,
      dispatch: {
        dispatcher: connection.client,
        path: `${base.pathname}${request.target}`,
        maxBytes: this.settings.federation.maxReplyBytes,
        onSent: () => {
          progress.sent = true;
        },
        onHeaders: () => {
          progress.headers = true;
        },
        onData: () => {
          call.beat();
        },
      },
    });
  }

  private poolOf(member: Member, surface: string, origin: string): Connections {
    const name = `${member.key} ${surface} ${origin}`;
    let pool = this.connections.get(name);
    if (pool === undefined) {
      pool = new Connections(origin);
      this.connections.set(name, pool);
    }
    return pool;
  }

  private count(member: Member, change: number): void {
    const calls = (this.flying.get(member.key) ?? 0) + change;
    if (calls === 0) this.flying.delete(member.key);
    else this.flying.set(member.key, calls);
  }
}
