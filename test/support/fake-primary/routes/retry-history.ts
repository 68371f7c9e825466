import { jsonReply, type Reply } from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import { jsonText } from '../json-out.js';
import { conditional } from '../list-reply.js';
import { route } from '../route.js';

/** Finished retries (contract 9.5). */
export const retryHistory = route('GET recoverability/history', 'error:recoverabilitygroups:view', history);

function history(call: PrimaryCall): Reply {
  const { history: retries } = call.state;
  return conditional(call, jsonReply(jsonText(retries.toJson())), retries.tag);
}
