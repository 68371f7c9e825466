import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { FederatedCall } from '../federation/federated-call.js';
import type { Member } from '../members/member.js';

/** Bounds of the copies kept: these are small documents, a handful per member. */
const maxBytes = 16_000_000;
const maxBytesOfOne = 1_000_000;

/**
 * The last good copy of documents that must stay answerable while a member is down (decision 8b). Only documents that
 * members serve to everyone belong here, because copies are not kept apart by caller.
 */
@Injectable()
export class LastKnown {
  private readonly copies = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    maxEntrySize: maxBytesOfOne,
    sizeCalculation: (body, key) => body.length + key.length,
  });

  keep(call: FederatedCall, member: Member, document: { readonly path: string; readonly body: Buffer }): void {
    this.copies.set(keyOf(call, member, document.path), document.body);
  }

  find(call: FederatedCall, member: Member, path: string): Buffer | undefined {
    return this.copies.get(keyOf(call, member, path));
  }
}

function keyOf(call: FederatedCall, member: Member, path: string): string {
  return `${call.surface.name} ${member.key} ${path}`;
}
