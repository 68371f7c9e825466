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
import type { Connection } from './connection.js';
import { acceptedCodings } from './decoding.js';
import { faultOf } from './fault-of.js';
import { MemberEndpoints, type Endpoint } from './member-endpoints.js';
import type { RelayedBody } from './relayed-body.js';
import { RunningCall } from './running-call.js';

/** What a whole exchange needs to know beside the request. */
interface Exchange {
  readonly signal: AbortSignal;
  /** On the clock of `performance.now()`. */
  readonly until: number;
  readonly responseType: 'arraybuffer' | 'stream';
}

/** How far one attempt came; decides what may be said about it afterwards. */
interface Progress {
  isSent: boolean;
  hasHeaders: boolean;
  /** The socket had served a request before, so its member may have been closing it. */
  isReused: boolean;
}

interface Exchanged<Body> {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Body;
}

/** Calls a member over HTTP/1.1. Every call has its own deadline, raced against connecting, headers and body alike. */
@Injectable()
@TransportKind('http')
export class HttpTransport extends MemberTransport implements OnApplicationShutdown {
  private readonly flying = new Map<string, number>();

  constructor(
    private readonly http: HttpService,
    private readonly settings: GatewaySettings,
    private readonly endpoints: MemberEndpoints,
  ) {
    super();
  }

  /** Calls to a member that are under way, streams included. */
  inFlight(memberKey: string): number {
    return this.flying.get(memberKey) ?? 0;
  }

  onApplicationShutdown(): void {
    this.endpoints.close();
  }

  send(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberReply> {
    return this.exchange<Buffer>(member, request, { signal, until: untilOf(request), responseType: 'arraybuffer' });
  }

  stream(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberStream> {
    return this.exchange<RelayedBody>(member, request, { signal, until: untilOf(request), responseType: 'stream' });
  }

  /**
   * A kept connection that its member closed while it was idle fails before any byte of a reply: then, and only then,
   * a read is made once more, on a new connection.
   */
  private async exchange<Body extends Buffer | RelayedBody>(
    member: Member,
    request: MemberRequest,
    exchange: Exchange,
  ): Promise<Exchanged<Body>> {
    const endpoint = this.endpoints.of(member, request.surface);
    const progress: Progress = { isSent: false, hasHeaders: false, isReused: false };
    try {
      return await this.attempt<Body>({ member, request, exchange, endpoint, progress });
    } catch (fault) {
      const wasStale = progress.isReused && !progress.hasHeaders && fault instanceof TransportFault;
      // None of the kept connections is to be trusted now: whatever cut this one may have cut them all.
      if (wasStale) endpoint.connections.closeIdle();
      if (!wasStale || fault.reason !== 'unavailable') throw fault;
      const again: Progress = { isSent: false, hasHeaders: false, isReused: false };
      return this.attempt<Body>({ member, request, exchange, endpoint, progress: again });
    }
  }

  private async attempt<Body extends Buffer | RelayedBody>(attempt: {
    readonly member: Member;
    readonly request: MemberRequest;
    readonly exchange: Exchange;
    readonly endpoint: Endpoint;
    readonly progress: Progress;
  }): Promise<Exchanged<Body>> {
    const { member, request, exchange, endpoint, progress } = attempt;
    if (exchange.signal.aborted) throw new CallerLeft();
    this.count(member, 1);
    const call = new RunningCall(exchange, () => {
      this.count(member, -1);
    });
    try {
      const { connections } = endpoint;
      const connection = await call.race(request.command ? connections.forCommand() : connections.forRead(), (late) => {
        connections.giveBack(late);
      });
      call.use(connections, connection);
      progress.isReused = connection.served > 0;
      const asked = this.ask<Body>({ connection, endpoint, request, exchange, progress, call });
      const { status, headers, data } = await call.race(asked);
      if (exchange.responseType === 'stream') {
        call.follow(data as RelayedBody, request.inactivityMs ?? request.deadlineMs);
      } else call.done();
      return { status, headers: headers as ReplyHeaders, body: data };
    } catch (fault) {
      call.fail();
      const { origin } = endpoint.url;
      throw faultOf(fault, { member, request, origin, isSent: progress.isSent, ended: call.ended });
    }
  }

  private ask<Body>(asking: {
    readonly connection: Connection;
    readonly endpoint: Endpoint;
    readonly request: MemberRequest;
    readonly exchange: Exchange;
    readonly progress: Progress;
    readonly call: RunningCall;
  }): Promise<AxiosResponse<Body>> {
    const { connection, endpoint, request, exchange, progress, call } = asking;
    const path = `${endpoint.url.pathname}${request.target}`;
    return this.http.axiosRef.request<Body>({
      url: `${endpoint.url.origin}${path}`,
      method: request.method,
      headers: {
        // axios would add its own Accept, and a form's content type to commands without a body, which members refuse.
        accept: false,
        'content-type': false,
        ...request.headers,
        // What is relayed is relayed as it is.
        'accept-encoding': exchange.responseType === 'stream' ? 'identity' : acceptedCodings,
      },
      data: request.body,
      responseType: exchange.responseType,
      signal: call.signal,
      dispatch: {
        dispatcher: connection.client,
        path,
        maxBytes: this.settings.federation.maxReplyBytes,
        onSent: () => {
          progress.isSent = true;
          connection.expectReply();
        },
        onHeaders: () => {
          progress.hasHeaders = true;
        },
        onData: () => {
          call.beat();
        },
        brokenBy: () => connection.fault,
      },
    });
  }

  private count(member: Member, change: number): void {
    const calls = this.inFlight(member.key) + change;
    if (calls === 0) this.flying.delete(member.key);
    else this.flying.set(member.key, calls);
  }
}

function untilOf({ deadlineMs }: MemberRequest): number {
  return performance.now() + deadlineMs;
}
