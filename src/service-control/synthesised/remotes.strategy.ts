import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import { jsonType, type FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { DocumentReader, type KnownDocuments } from '../../fan-out/document-reader.js';
import { FanOut } from '../../fan-out/fan-out.js';
import { joinRows } from '../../json-text/write.js';
import type { Member } from '../../members/member.js';
import { GatewaySettings } from '../../settings/gateway-settings.js';
import { memberRemote, mergeRemotes, type MemberRemotes } from '../rules/remotes.js';

/**
 * X: the audit instances of all members, and the member primaries other than the lead as rows of their own
 * (decision 33). ServicePulse stops polling after one failure and forgets rows without `configuration`, so this
 * always answers 200 with what is known (decision 8b).
 */
@Injectable()
export class Remotes implements Strategy {
  constructor(
    private readonly fanOut: FanOut,
    private readonly documents: DocumentReader,
    private readonly settings: GatewaySettings,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const members = this.fanOut.membersOf(call);
    const [remotes, configurations] = await Promise.all([
      this.documents.read(call, { path: 'configuration/remotes', shape: 'list' }),
      this.documents.read(call, { path: 'configuration', shape: 'document' }),
    ]);
    const rows = mergeRemotes(members.map((member) => remotesOf(member, remotes)));
    const primaries =
      this.settings.federation.membersAsRemotes && call.caller.onlyMember === undefined ? members.slice(1) : [];
    for (const member of primaries) rows.push(memberRemote(this.primary(call, member, configurations)));
    return {
      status: 200,
      headers: { 'Content-Type': jsonType, ...remotes.answers.headers() },
      body: joinRows(rows),
      timings: remotes.answers.timings(),
      partial: remotes.answers.missing.length > 0,
    };
  }

  private primary(call: FederatedCall, member: Member, known: KnownDocuments) {
    const missing = known.answers.missing.find((absent) => absent.member.key === member.key);
    return {
      member,
      apiUri: member.addresses[call.surface.name] ?? '',
      version: this.fanOut.versionOf(call, member),
      status: missing === undefined ? 'online' : missing.reason === 'unavailable' ? 'unavailable' : 'error',
      configuration: known.documents.find((document) => document.member.key === member.key)?.body,
    } as const;
  }
}

function remotesOf(member: Member, known: KnownDocuments): MemberRemotes {
  const document = known.documents.find((candidate) => candidate.member.key === member.key);
  return {
    memberHost: hostOf(member.addresses['service-control']),
    body: document?.body,
    isFresh: document?.fresh ?? false,
  };
}

function hostOf(address: string | undefined): string {
  return address === undefined ? '' : new URL(address).hostname;
}
