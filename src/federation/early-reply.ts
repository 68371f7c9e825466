import type { FederatedReply } from './federated-reply.js';

/** Ends a strategy early with a complete reply, for example the refusal that all members agree on. */
export class EarlyReply extends Error {
  constructor(readonly reply: FederatedReply) {
    super(`answered early with ${String(reply.status)}`);
    this.name = 'EarlyReply';
  }
}
