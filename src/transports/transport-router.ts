import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Member } from '../members/member.js';
import {
  MemberTransport,
  TransportFault,
  type MemberReply,
  type MemberRequest,
  type MemberStream,
} from './member-transport.js';
import { TransportKind } from './transport-kind.js';

/** Chooses the transport per member and call, by the kind the member is reached by. */
@Injectable()
export class TransportRouter extends MemberTransport implements OnModuleInit {
  private readonly kinds = new Map<string, MemberTransport>();

  constructor(private readonly discovery: DiscoveryService) {
    super();
  }

  /** @throws Error when two transports have one name */
  onModuleInit(): void {
    for (const wrapper of this.discovery.getProviders({ metadataKey: TransportKind.KEY })) {
      const kind = this.discovery.getMetadataByDecorator(TransportKind, wrapper);
      if (kind === undefined || !(wrapper.instance instanceof MemberTransport)) continue;
      const known = this.kinds.get(kind);
      if (known !== undefined && known !== wrapper.instance) {
        throw new Error(
          `two transports are named "${kind}": ${known.constructor.name} and ${wrapper.instance.constructor.name}`,
        );
      }
      this.kinds.set(kind, wrapper.instance);
    }
  }

  send(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberReply> {
    return this.transportOf(member).send(member, request, signal);
  }

  stream(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberStream> {
    return this.transportOf(member).stream(member, request, signal);
  }

  private transportOf(member: Member): MemberTransport {
    const transport = this.kinds.get(member.via.kind);
    if (transport !== undefined) return transport;
    throw new TransportFault(
      'unavailable',
      'no',
      `member ${member.key} is reached by "${member.via.kind}", which nothing here provides`,
    );
  }
}
