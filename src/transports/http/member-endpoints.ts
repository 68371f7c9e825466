import { Injectable } from '@nestjs/common';
import type { SecureContext } from 'node:tls';
import type { Member } from '../../members/member.js';
import { GatewaySettings } from '../../settings/gateway-settings.js';
import { Connections } from './connections.js';
import { memberTlsContext } from './member-tls.js';
import { Names } from './names.js';

/** One surface of one member: its base address and the connections to it. */
export interface Endpoint {
  readonly url: URL;
  readonly connections: Connections;
}

/** The endpoints that have been called, each with connections of its own, so that no member waits for another one. */
@Injectable()
export class MemberEndpoints {
  private readonly endpoints = new Map<string, Endpoint>();
  private secureContext: SecureContext | undefined;

  /** @throws Error that names the setting when a file of `memberTls` is of no use */
  constructor(
    private readonly names: Names,
    private readonly settings: GatewaySettings,
  ) {
    // Files are read at the start, so that it fails there; without any, the built-in authorities can wait for https.
    if (Object.values(settings.memberTls).some((file) => file !== undefined)) this.tlsContext();
  }

  /** @throws Error when the member has no such surface */
  of(member: Member, surface: string): Endpoint {
    const address = member.addresses[surface];
    if (address === undefined) throw new Error(`member ${member.key} has no address for ${surface}`);
    const name = `${member.key} ${surface} ${address}`;
    let endpoint = this.endpoints.get(name);
    if (endpoint === undefined) {
      const url = new URL(address);
      const tls = url.protocol === 'https:' ? { secureContext: this.tlsContext() } : {};
      endpoint = { url, connections: new Connections({ url, names: this.names, ...tls }) };
      this.endpoints.set(name, endpoint);
    }
    return endpoint;
  }

  /** Closes every connection, with whatever is under way on them. */
  close(): void {
    for (const { connections } of this.endpoints.values()) connections.closeAll();
  }

  private tlsContext(): SecureContext {
    this.secureContext ??= memberTlsContext(this.settings.memberTls);
    return this.secureContext;
  }
}
