import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import { FanOut } from '../../fan-out/fan-out.js';
import type { Member } from '../../members/member.js';
import { GatewaySettings } from '../../settings/gateway-settings.js';
import { readNameAtMember } from '../rules/monitored-endpoints.js';

/** Finds the member in an endpoint name that is shown as `name (key)`. */
@Injectable()
export class MemberNames {
  constructor(
    private readonly fanOut: FanOut,
    private readonly settings: GatewaySettings,
  ) {}

  /** Undefined when names are merged, or when the name ends with no member's key. */
  read(call: FederatedCall, parameter: string): { readonly member: Member; readonly rawName: string } | undefined {
    if (this.settings.federation.mergeMonitoredEndpointsByName) return undefined;
    const members = this.fanOut.membersOf(call);
    const shown = readNameAtMember(
      call.param(parameter) ?? '',
      members.map(({ key }) => key),
    );
    const member = members.find(({ key }) => key === shown?.memberKey);
    if (member === undefined || shown === undefined) return undefined;
    // `%2F` was left encoded on reading, because members do not decode it.
    return { member, rawName: encodeURIComponent(shown.name).replaceAll('%252F', '%2F').replaceAll('%252f', '%2f') };
  }
}
