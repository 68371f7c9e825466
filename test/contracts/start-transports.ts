import { Test } from '@nestjs/testing';
import { settingsFrom } from '../../src/settings/load-settings.js';
import type { Member } from '../../src/members/member.js';
import { MembersModule } from '../../src/members/members.module.js';
import { SettingsModule } from '../../src/settings/settings.module.js';
import { HttpTransport } from '../../src/transports/http/http.transport.js';
import { Names, type NameSources } from '../../src/transports/http/names.js';
import type { MemberRequest } from '../../src/transports/member-transport.js';
import { TransportsModule } from '../../src/transports/transports.module.js';

export interface RunningTransports {
  readonly http: HttpTransport;
  stop(): Promise<void>;
}

/** The transports as the gateway composes them, without the rest of it. */
export async function startTransports(
  options: { readonly settings?: object; readonly names?: NameSources } = {},
): Promise<RunningTransports> {
  const settings = settingsFrom({ federatedInstances: [{ api_uri: 'http://127.0.0.1:9/api/' }], ...options.settings });
  const building = Test.createTestingModule({
    imports: [SettingsModule.of(settings), MembersModule.from(), TransportsModule],
  });
  if (options.names !== undefined) building.overrideProvider(Names).useValue(new Names(options.names));
  const module = await building.compile();
  await module.init();
  return { http: module.get(HttpTransport), stop: () => module.close() };
}

/** A member at this base address, reached over HTTP. */
export function memberAt(url: string, key = 'us'): Member {
  return {
    key,
    name: key,
    addresses: { 'service-control': url },
    required: false,
    allowedRoles: [],
    via: { kind: 'http' },
  };
}

/** `GET errors` within a second, unless changed. */
export function read(changes: Partial<MemberRequest> = {}): MemberRequest {
  return {
    method: 'GET',
    surface: 'service-control',
    target: 'errors',
    headers: {},
    deadlineMs: 1000,
    command: false,
    ...changes,
  };
}

/** `POST errors/retry` within a second, unless changed. */
export function command(changes: Partial<MemberRequest> = {}): MemberRequest {
  return read({ method: 'POST', target: 'errors/retry', command: true, ...changes });
}

/** A caller who stays. */
export function staying(): AbortSignal {
  return new AbortController().signal;
}

/** A name service that answers at once. */
export function namesOf(addresses: Readonly<Record<string, readonly string[]>>): NameSources {
  const find = (name: string): Promise<{ address: string; family: number }[]> => {
    const found = addresses[name] ?? [];
    if (found.length > 0) return Promise.resolve(found.map((address) => ({ address, family: 4 })));
    return Promise.reject(Object.assign(new Error(`no address of ${name}`), { code: 'ENOTFOUND' }));
  };
  return { system: find, direct: find };
}
