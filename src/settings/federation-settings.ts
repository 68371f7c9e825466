import type { Milliseconds } from './duration.js';
import { Setting } from './setting.js';
import { choice, duration, flag, size, wholeNumber } from './setting-kinds.js';
import type { Bytes } from './size.js';

/** How members are asked and how their answers become one. */
export class FederationSettings {
  /** Deadline of one read at one member. */
  @Setting(duration({ atLeast: 1 }))
  readonly memberTimeout!: Milliseconds;

  /** The same for `messages*` and `conversations`. */
  @Setting(duration({ atLeast: 1 }))
  readonly searchTimeout!: Milliseconds;

  /** Deadline of reads known to be slow (usage report, connection tests), and longest pause within a stream. */
  @Setting(duration({ atLeast: 1 }))
  readonly slowReadTimeout!: Milliseconds;

  /** Deadline of one command at one member. */
  @Setting(duration({ atLeast: 1 }))
  readonly writeTimeout!: Milliseconds;

  /** Pause between two health probes of a member. */
  @Setting(duration({ atLeast: 100 }))
  readonly probeInterval!: Milliseconds;

  /** Most rows asked of one member for one page; pages beyond it are approximate. */
  @Setting(wholeNumber({ from: 50, to: 1_000_000 }))
  readonly deepPagingMaxRows!: number;

  /** How long a merged GET is served again to the same caller; `0` switches it off. */
  @Setting(duration({ atLeast: 0 }))
  readonly microCache!: Milliseconds;

  /** Ask members with `If-None-Match`, so that an unchanged list is not sent again. */
  @Setting(flag)
  readonly conditionalRequests!: boolean;

  /** Most memory of all cached replies together. */
  @Setting(size({ atLeast: 0 }))
  readonly cacheMaxBytes!: Bytes;

  /** Most ids whose owner is remembered. */
  @Setting(wholeNumber({ from: 0, to: 10_000_000 }))
  readonly ownerCacheMaxIds!: number;

  /** How long the owner of an id is remembered. */
  @Setting(duration({ atLeast: 0 }))
  readonly ownerCacheTtl!: Milliseconds;

  /** Who receives changes of redirects: the `owner` of the queue address, or every member (`broadcast`). */
  @Setting(choice('owner', 'broadcast'))
  readonly redirectRouting!: 'owner' | 'broadcast';

  /** Who receives an uploaded license: the `lead`, or every member (`broadcast`). */
  @Setting(choice('lead', 'broadcast'))
  readonly licenseUploadRouting!: 'lead' | 'broadcast';

  /** Show monitored endpoints of one name as one; `false` shows each as `name (key)`. */
  @Setting(flag)
  readonly mergeMonitoredEndpointsByName!: boolean;

  /** How failed members are named in `X-Particular-Incomplete-Results`: by API address, `key` or `name`. */
  @Setting(choice('url', 'key', 'name'))
  readonly nameMembersBy!: 'url' | 'key' | 'name';

  /** Show member primaries other than the lead as rows of `configuration/remotes`. */
  @Setting(flag)
  readonly membersAsRemotes!: boolean;

  /** Show a failing custom check for each member that is down. */
  @Setting(flag)
  readonly reportMembersAsCustomChecks!: boolean;

  /** License status shown: the `worst` of all members, or the `lead`'s. */
  @Setting(choice('worst', 'lead'))
  readonly licenseStatus!: 'worst' | 'lead';

  /** Send a `Server-Timing` entry per member on merged answers. */
  @Setting(flag)
  readonly serverTiming!: boolean;

  /** A member's reply that must be merged and is larger counts as `error`. Streams are not limited. */
  @Setting(size({ atLeast: 1_000 }))
  readonly maxReplyBytes!: Bytes;
}
