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
import { Attempt } from './attempt.js';
import { acceptedCodings } from './decoding.js';
import { faultOf } from './fault-of.js';
import { MemberEndpoints, type Endpoint } from './member-endpoints.js';
import type { RelayedBody } from './relayed-body.js';
import { RunningCall } from './running-call.js';

/** What all attempts of one call have in common. */
interface Exchange {
  readonly member: Member;
  readonly request: MemberRequest;
  readonly signal: AbortSignal;
  readonly endpoint: Endpoint;
  /** On the clock of `performance.now()`. */
  readonly until: number;
  readonly responseType: 'arraybuffer' | 'stream';
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
    return this.exchange<Buffer>(this.start(member, request, { signal, responseType: 'arraybuffer' }));
  }

  stream(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberStream> {
    return this.exchange<RelayedBody>(this.start(member, request, { signal, responseType: 'stream' }));
  }

  private start(member: Member, request: MemberRequest, more: Pick<Exchange, 'signal' | 'responseType'>): Exchange {
    const endpoint = this.endpoints.of(member, request.surface);
    return { member, request, endpoint, until: performance.now() + request.deadlineMs, ...more };
  }

  /**
   * A kept connection that its member closed while it was idle fails before any byte of a reply: then, and only then,
   * a read is made once more, on a new connection.
   */
  private async exchange<Body extends Buffer | RelayedBody>(exchange: Exchange): Promise<Exchanged<Body>> {
    const attempt = this.attempt(exchange);
    try {
      return await this.make<Body>(exchange, attempt);
    } catch (fault) {
      if (!attempt.wasStale || !(fault instanceof TransportFault)) throw fault;
      // None of the kept connections is to be trusted now: whatever cut this one may have cut them all.
      exchange.endpoint.connections.closeIdle();
      if (fault.reason !== 'unavailable') throw fault;
      return this.make<Body>(exchange, this.attempt(exchange));
    }
  }

  private attempt({ endpoint, request }: Exchange): Attempt {
    return new Attempt(`${endpoint.url.pathname}${request.target}`, this.settings.federation.maxReplyBytes);
  }

  private async make<Body extends Buffer | RelayedBody>(
    exchange: Exchange,
    attempt: Attempt,
  ): Promise<Exchanged<Body>> {
    const { member, request, endpoint } = exchange;
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
      attempt.use(connection, call);
      const { status, headers, data } = await call.race(this.ask<Body>(exchange, attempt, call.signal));
      if (exchange.responseType === 'stream') {
        call.follow(data as RelayedBody, request.inactivityMs ?? request.deadlineMs);
      } else call.done();
      return { status, headers: headers as ReplyHeaders, body: data };
    } catch (fault) {
      call.fail();
      const { origin } = endpoint.url;
      throw faultOf(fault, { member, request, origin, isSent: attempt.isSent, ended: call.ended });
    }
  }

  private ask<Body>(exchange: Exchange, attempt: Attempt, signal: AbortSignal): Promise<AxiosResponse<Body>> {
    const { endpoint, request, responseType } = exchange;
    return this.http.axiosRef.request<Body>({
      url: `${endpoint.url.origin}${attempt.path}`,
      method: request.method,
      headers: {
        // axios would add its own Accept, and a form's content type to commands without a body, which members refuse.
        accept: false,
        'content-type': false,
        ...request.headers,
        // What is relayed is relayed as it is.
        'accept-encoding': responseType === 'stream' ? 'identity' : acceptedCodings,
      },
      data: request.body,
      responseType,
      signal,
      dispatch: attempt,
    });
  }

  private count(member: Member, change: number): void {
    const calls = this.inFlight(member.key) + change;
    if (calls === 0) this.flying.delete(member.key);
    else this.flying.set(member.key, calls);
  }
}
