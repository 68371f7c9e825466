import { Injectable } from '@nestjs/common';
import type { Member } from '../members/member.js';
import { MemberDirectory } from '../members/member-directory.js';
import { GatewaySettings } from '../settings/gateway-settings.js';
import { firstValue, MemberTransport, TransportFault } from '../transports/member-transport.js';

/** What one surface of one member answered to `check`. */
export interface CheckedSurface {
  readonly member: string;
  readonly surface: string;
  readonly ok: boolean;
  /** `6.19.0 in 12 ms`, or what went wrong. */
  readonly detail: string;
}

/** Asks every member's root documents once, for the `check` command. */
@Injectable()
export class MemberCheck {
  constructor(
    private readonly directory: MemberDirectory,
    private readonly transport: MemberTransport,
    private readonly settings: GatewaySettings,
  ) {}

  run(): Promise<readonly CheckedSurface[]> {
    const asked = ['service-control', 'monitoring'].flatMap((surface) =>
      this.directory.membersOf(surface).map((member) => this.ask(surface, member)),
    );
    return Promise.all(asked);
  }

  private async ask(surface: string, member: Member): Promise<CheckedSurface> {
    const started = performance.now();
    const request = {
      method: 'GET',
      surface,
      target: '',
      headers: { accept: 'application/json' },
      deadlineMs: member.timeoutMs ?? this.settings.federation.memberTimeout,
      command: false,
    };
    try {
      const { status, headers } = await this.transport.send(member, request, new AbortController().signal);
      const version = firstValue(headers, 'x-particular-version');
      const ok = status === 200 && version !== undefined;
      const what = ok ? version : `answered ${String(status)} without a version: is this a ServiceControl address?`;
      return { member: member.key, surface, ok, detail: `${what} in ${(performance.now() - started).toFixed(0)} ms` };
    } catch (fault) {
      if (!(fault instanceof TransportFault)) throw fault;
      return { member: member.key, surface, ok: false, detail: `${fault.reason}: ${fault.message}` };
    }
  }
}
