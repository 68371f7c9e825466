import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import { FanOut } from '../../fan-out/fan-out.js';
import { MemberHealth } from '../../health/member-health.js';
import { GatewaySettings } from '../../settings/gateway-settings.js';
import { downMemberCheckId, type DownMember } from '../rules/down-members.js';

/** Failed probes in a row after which operators are told (decision 8e). */
const reportedAfter = 2;

/** Which members are reported as failing custom checks: down for two probes, and not dismissed since they were up. */
@Injectable()
export class ReportedMembers {
  /** Dismissed member keys with the time since which the member was down then; bounded by the number of members. */
  private readonly dismissed = new Map<string, number>();

  constructor(
    private readonly fanOut: FanOut,
    private readonly health: MemberHealth,
    private readonly settings: GatewaySettings,
  ) {}

  list(call: FederatedCall): readonly DownMember[] {
    if (!this.settings.federation.reportMembersAsCustomChecks) return [];
    return this.fanOut.membersOf(call).flatMap((member) => {
      const { state, since, failedProbes, lastError } = this.health.describe(call.surface.name, member);
      const isReported = state === 'down' && failedProbes >= reportedAfter;
      if (!isReported || this.dismissed.get(member.key) === since) return [];
      // What a member answered can name addresses; an operator finds the whole text in the log and in /gateway/members.
      const reason = lastError === undefined ? 'it cannot be reached' : 'it cannot be reached (see the gateway’s log)';
      return [{ key: member.key, name: member.name, since: new Date(since).toISOString(), reason }];
    });
  }

  /** Hides a member's check until the member has been up once; false when the id is no such check's. */
  dismiss(call: FederatedCall, id: string): boolean {
    const member = this.fanOut.membersOf(call).find(({ key }) => downMemberCheckId(key) === id.toLowerCase());
    if (member === undefined) return false;
    this.dismissed.set(member.key, this.health.describe(call.surface.name, member).since);
    return true;
  }
}
