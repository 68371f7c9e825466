import { Injectable } from '@nestjs/common';
import { GatewaySettings } from '../settings/gateway-settings.js';
import type { MemberSettings } from '../settings/member-settings.js';
import { MemberDirectory } from './member-directory.js';
import type { Member } from './member.js';

/** The members named in the settings; they change with a restart only. */
@Injectable()
export class StaticDirectory extends MemberDirectory {
  private readonly members: readonly Member[];

  constructor(settings: GatewaySettings) {
    super();
    this.members = settings.federatedInstances.map(toMember);
  }

  membersOf(surfaceName: string): readonly Member[] {
    return this.members.filter((member) => member.addresses[surfaceName] !== undefined);
  }
}

function toMember(settings: MemberSettings): Member {
  return {
    key: settings.key,
    name: settings.name,
    addresses: {
      'service-control': settings.api_uri,
      ...(settings.monitoring_uri === undefined ? {} : { monitoring: settings.monitoring_uri }),
    },
    required: settings.required,
    ...(settings.timeout === undefined ? {} : { timeoutMs: settings.timeout }),
    allowedRoles: settings.allowed_roles,
    via: settings.via === 'http' ? { kind: 'http' } : { kind: 'agent', agent: settings.via.agent },
  };
}
