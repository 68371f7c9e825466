import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { GatewaySettings } from '../settings/gateway-settings.js';

/**
 * Which members hold an id, as far as answers that passed through here have shown. Bounded, expiring, and rebuilt by
 * use: losing it costs probes, never correctness.
 */
@Injectable()
export class OwnerCache {
  private known: LRUCache<string, readonly string[]> | undefined;
  /** Few distinct lists of holders exist; sharing them keeps an entry at the size of its id. */
  private readonly shared = new Map<string, readonly string[]>();

  constructor(private readonly settings: GatewaySettings) {}

  get size(): number {
    return this.known?.size ?? 0;
  }

  /** Member keys, the one the id was last listed from first; undefined when nothing is known. */
  find(kind: string, id: string): readonly string[] | undefined {
    return this.owners?.get(keyOf(kind, id));
  }

  /** Adds a member that showed the id in a list or a document. */
  remember(kind: string, id: string, memberKey: string): void {
    const before = this.owners?.get(keyOf(kind, id)) ?? [];
    if (before[0] === memberKey) {
      // Reading does not extend an entry's life, so it is written again.
      this.owners?.set(keyOf(kind, id), before);
      return;
    }
    this.store(kind, id, [memberKey, ...before.filter((key) => key !== memberKey)]);
  }

  /**
   * Replaces what is known by a complete finding, for records whose holders change by themselves: a failure group
   * leaves a member with its last message.
   */
  replace(kind: string, id: string, finding: { readonly holders: readonly string[]; readonly ttlMs?: number }): void {
    this.store(kind, id, finding.holders, finding.ttlMs);
  }

  /** Made when the first id is there: it takes its whole room at once, which an idle gateway does without. */
  private get owners(): LRUCache<string, readonly string[]> | undefined {
    const { ownerCacheMaxIds, ownerCacheTtl } = this.settings.federation;
    // To the library 0 means without limit.
    if (ownerCacheMaxIds === 0 || ownerCacheTtl === 0) return undefined;
    this.known ??= new LRUCache({ max: ownerCacheMaxIds, ttl: ownerCacheTtl });
    return this.known;
  }

  private store(kind: string, id: string, holders: readonly string[], ttlMs?: number): void {
    const name = holders.join('\n');
    const list = this.shared.get(name) ?? Object.freeze([...holders]);
    // Bounded for fleets whose members come and go; the lists themselves live on in the entries.
    if (this.shared.size > 10_000) this.shared.clear();
    this.shared.set(name, list);
    this.owners?.set(keyOf(kind, id), list, ttlMs === undefined ? {} : { ttl: ttlMs });
  }
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}
