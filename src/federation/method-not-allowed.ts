import type { FederatedReply } from './federated-reply.js';

/** 405 as members send it: no body, the accepted methods in alphabetical order (contract 1.4). */
export function methodNotAllowed(methods: readonly string[]): FederatedReply {
  return { status: 405, headers: { Allow: methods.join(', ') }, bare: true };
}
