import { Injectable } from '@nestjs/common';
import { Agent, request as send } from 'undici';
import type { Member } from '../members/member.js';
import {
  CallerLeft,
  MemberTransport,
  TransportFault,
  type MemberReply,
  type MemberRequest,
  type MemberStream,
} from './member-transport.js';

@Injectable()
export class TransportRouter extends MemberTransport {
  private readonly agent = new Agent({ connect: { timeout: 1000 } });
  inFlight(_key: string): number {
    return 0;
  }
  async send(member: Member, r: MemberRequest, signal: AbortSignal): Promise<MemberReply> {
    const s = await this.stream(member, r, signal);
    const chunks: Buffer[] = [];
    try {
      for await (const c of s.body) chunks.push(c as Buffer);
    } catch (e) {
      throw new TransportFault('unavailable', 'maybe', String(e));
    }
    return { status: s.status, headers: s.headers, body: Buffer.concat(chunks) };
  }
  async stream(member: Member, r: MemberRequest, signal: AbortSignal): Promise<MemberStream> {
    const base = member.addresses[r.surface] ?? '';
    const u = new URL(base);
    try {
      const x = await send(u.origin + u.pathname + r.target, {
        method: r.method as 'GET',
        headers: r.headers,
        body: r.body ?? null,
        dispatcher: this.agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(r.deadlineMs)]),
      });
      return { status: x.statusCode, headers: x.headers as Record<string, string>, body: x.body };
    } catch (e) {
      if (signal.aborted) throw new CallerLeft();
      const t = e instanceof Error && e.name === 'TimeoutError';
      throw new TransportFault(
        t ? 'timeout' : 'unavailable',
        String((e as { code?: string }).code) === 'ECONNREFUSED' ? 'no' : 'maybe',
        String(e),
      );
    }
  }
}
