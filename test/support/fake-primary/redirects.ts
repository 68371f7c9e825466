import { deterministicGuid } from './deterministic-guid.js';
import type { Instant } from './instant.js';
import type { JsonOut } from './json-out.js';

/** Where messages of one queue go when they are retried (contract 12.5). */
export interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly lastModified: Instant;
}

/** Of the sender's address in its exact casing. */
export function redirectId({ from }: Pick<Redirect, 'from'>): string {
  return deterministicGuid(from);
}

export function redirectOut(redirect: Redirect): JsonOut {
  return {
    message_redirect_id: redirectId(redirect),
    from_physical_address: redirect.from,
    to_physical_address: redirect.to,
    last_modified: redirect.lastModified.text,
  };
}
