import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { MemberDirectory } from '../members/member-directory.js';
import type { Member } from '../members/member.js';
import {
  MemberTransport,
  TransportFault,
  type MemberReply,
  type MemberRequest,
  type MemberStream,
} from './member-transport.js';
import { TransportKind } from './transport-kind.js';

const surfaces = ['service-control', 'monitoring'] as const;

/** Chooses the transport per member and call, by the kind the member is reached by. */
@Injectable()
export class TransportRouter extends MemberTransport implements OnModuleInit, OnApplicationBootstrap {
  private readonly kinds = new Map<string, MemberTransport>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly directory: MemberDirectory,
  ) {
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

  /** @throws Error that names every member that nothing here can reach */
  onApplicationBootstrap(): void {
    const members = new Set(surfaces.flatMap((surface) => this.directory.membersOf(surface)));
    const unreachable = [...members].filter(({ via }) => !this.kinds.has(via.kind));
    if (unreachable.length > 0) throw new Error(unreachable.map((member) => this.unknownKind(member)).join('; '));
  }

  send(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberReply> {
    return this.transportOf(member).then((transport) => transport.send(member, request, signal));
  }

  stream(member: Member, request: MemberRequest, signal: AbortSignal): Promise<MemberStream> {
    return this.transportOf(member).then((transport) => transport.stream(member, request, signal));
  }

  /** Members that came after the start, from a registry for example, were not checked there. */
  private transportOf(member: Member): Promise<MemberTransport> {
    const transport = this.kinds.get(member.via.kind);
    if (transport !== undefined) return Promise.resolve(transport);
    return Promise.reject(new TransportFault('unavailable', 'no', this.unknownKind(member)));
  }

  private unknownKind({ key, via }: Member): string {
    const known = [...this.kinds.keys()].map((kind) => `"${kind}"`).join(', ');
    return `member ${key} is reached by "${via.kind}", which nothing here provides (there is ${known})`;
  }
}
