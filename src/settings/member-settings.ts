import { apiAddress, monitoringAddress } from './address-kinds.js';
import type { Milliseconds } from './duration.js';
import { Setting, type SettingKind } from './setting.js';
import { duration, filledText, flag, listOf } from './setting-kinds.js';

/** How a member is reached: straight over HTTP, or through the agent of that name, whose key may be pinned. */
export type MemberVia = 'http' | { readonly agent: string; readonly public_key?: string };

const memberKey: SettingKind = {
  accepts: '1 to 32 characters of a-z, 0-9 and -',
  read: (written) => (typeof written === 'string' && /^[a-z0-9-]{1,32}$/.test(written) ? written : undefined),
};

const memberVia: SettingKind = {
  accepts: '"http", or {"agent": "name", "public_key": "..."} with public_key optional',
  read: (written) => {
    if (written === 'http') return 'http';
    if (typeof written !== 'object' || written === null) return undefined;
    const { agent, public_key, ...others } = written as Record<string, unknown>;
    const isNamed = typeof agent === 'string' && /^[A-Za-z0-9._-]{1,63}$/.test(agent);
    const isKeyed = public_key === undefined || typeof public_key === 'string';
    if (!isNamed || !isKeyed || Object.keys(others).length > 0) return undefined;
    return public_key === undefined ? { agent } : { agent, public_key };
  },
};

/** One ServiceControl installation, as an entry of `federatedInstances`. */
export class MemberSettings {
  /** Address of the installation's API, ending in `/api/`. The gateway appends nothing else to it. */
  @Setting(apiAddress)
  readonly api_uri!: string;

  /** Address of the installation's Monitoring instance, with a final slash. Unset: it has none. */
  @Setting(monitoringAddress, { optional: true })
  readonly monitoring_uri?: string;

  /** Short stable name, part of every rewritten id: 1 to 32 of `a-z 0-9 -`. Left out: host and port of `api_uri`. */
  @Setting(memberKey, { optional: true })
  readonly key!: string;

  /** What people call it. Left out: the key. */
  @Setting(filledText, { optional: true })
  readonly name!: string;

  /** When it is missing, a merged answer becomes 503 instead of a partial one. */
  @Setting(flag)
  readonly required!: boolean;

  /** Deadline of one read at this member. Unset: `federation.memberTimeout`. */
  @Setting(duration({ atLeast: 1 }), { optional: true })
  readonly timeout?: Milliseconds;

  /** Callers without one of these roles do not see the member at all: neither its rows nor its absence. Empty: everyone. */
  @Setting(listOf(filledText))
  readonly allowed_roles!: readonly string[];

  /** `http`, or `{"agent": "name", "public_key": "..."}` for an installation reached through its agent. */
  @Setting(memberVia)
  readonly via!: MemberVia;
}
