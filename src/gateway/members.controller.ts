import { Controller, Get } from '@nestjs/common';
import { Operators } from '../federation/access.decorators.js';
import { MemberHealth, type SurfaceHealth } from '../health/member-health.js';
import type { Member } from '../members/member.js';
import { MemberDirectory } from '../members/member-directory.js';
import { HttpTransport } from '../transports/http/http.transport.js';

const surfaces = ['service-control', 'monitoring'] as const;

/** `GET /gateway/members`: who the members are, how each is reached and how it is doing. */
@Operators()
@Controller('gateway/members')
export class MembersController {
  constructor(
    private readonly directory: MemberDirectory,
    private readonly health: MemberHealth,
    private readonly transport: HttpTransport,
  ) {}

  @Get()
  members(): readonly object[] {
    return this.directory.membersOf('service-control').map((member, at) => this.describe(member, at === 0));
  }

  private describe(member: Member, isLead: boolean): object {
    const [primary, monitoring] = surfaces.map((surface) =>
      member.addresses[surface] === undefined ? undefined : this.health.describe(surface, member),
    );
    return {
      key: member.key,
      name: member.name,
      lead: isLead,
      transport: member.via.kind,
      addresses: member.addresses,
      state: Object.fromEntries(
        surfaces.flatMap((surface) => stateEntry(surface, surface === 'monitoring' ? monitoring : primary)),
      ),
      ...(primary === undefined ? {} : facts(primary)),
      ...(monitoring?.version === undefined ? {} : { monitoring_version: monitoring.version }),
      in_flight: this.transport.inFlight(member.key),
    };
  }
}

function stateEntry(surface: string, health: SurfaceHealth | undefined): readonly [string, string][] {
  return health === undefined ? [] : [[surface, health.state]];
}

function facts({ since, version, lastError, lastSeen }: SurfaceHealth): object {
  return {
    since: new Date(since).toISOString(),
    ...(version === undefined ? {} : { version }),
    ...(lastError === undefined ? {} : { last_error: lastError }),
    ...(lastSeen === undefined ? {} : { last_seen: new Date(lastSeen).toISOString() }),
  };
}
