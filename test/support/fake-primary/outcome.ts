import type { Reply } from '../http/reply.js';

/** Thrown where the member answers something else than the route's normal result. */
export class Instead extends Error {
  constructor(readonly reply: Reply) {
    super(`answered ${String(reply.status)} instead`);
  }
}
