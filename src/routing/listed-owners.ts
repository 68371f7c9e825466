import { Injectable } from '@nestjs/common';
import type { JsonRow } from '../json-text/json-row.js';
import { OwnerCache } from './owner-cache.js';

/** Names the owned record that a listed row shows. */
export interface ListedRecord {
  readonly kind: string;
  id(row: JsonRow): string | undefined;
}

/** How long a finding about records that leave a member by themselves is believed: a few polls of a page. */
const findingTtlMs = 30_000;

/** Fills the owner cache from lists that pass through. */
@Injectable()
export class ListedOwners {
  constructor(private readonly cache: OwnerCache) {}

  remember(
    record: ListedRecord | undefined,
    lists: readonly { readonly memberKey: string; readonly rows: readonly JsonRow[] }[],
  ): void {
    if (record === undefined) return;
    // Backwards, so that the first member by order ends up as the one listed from.
    for (const { memberKey, rows } of [...lists].reverse()) {
      for (const row of rows) this.rememberRow(record, memberKey, row);
    }
  }

  rememberRow(record: ListedRecord | undefined, memberKey: string, row: JsonRow): void {
    const id = record?.id(row);
    if (record !== undefined && id !== undefined) this.cache.remember(record.kind, id, memberKey);
  }

  /**
   * Remembers exactly who showed a record, for records whose holders change by themselves: a group leaves a member with
   * its last message. Only for findings in which every member showed its whole list.
   */
  replace(
    records: readonly ListedRecord[],
    lists: readonly { readonly memberKey: string; readonly rows: readonly JsonRow[] }[],
  ): void {
    for (const record of records) {
      const holders = new Map<string, string[]>();
      for (const { memberKey, rows } of lists) {
        for (const row of rows) {
          const id = record.id(row);
          if (id === undefined) continue;
          const keys = holders.get(id);
          if (keys === undefined) holders.set(id, [memberKey]);
          else if (!keys.includes(memberKey)) keys.push(memberKey);
        }
      }
      for (const [id, keys] of holders) this.cache.replace(record.kind, id, { holders: keys, ttlMs: findingTtlMs });
    }
  }
}
