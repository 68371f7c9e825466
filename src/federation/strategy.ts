import type { FederatedCall } from './federated-call.js';
import type { FederatedReply } from './federated-reply.js';

/** Answers one kind of route. Options come from the row that names the strategy. */
export interface Strategy<Options = void> {
  handle(call: FederatedCall, options: Options): Promise<FederatedReply>;
}

/** Rows name strategies by class; Nest resolves the instance. */
// Constructor parameters are Nest's business, and only `never[]` accepts every constructor without `any`.
export type StrategyClass<Options> = abstract new (...dependencies: never[]) => Strategy<Options>;
