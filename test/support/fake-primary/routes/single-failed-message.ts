import { jsonReply, type Reply } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { isGuid } from '../deterministic-guid.js';
import type { FailedMessage } from '../failed-message.js';
import { fullMessage } from '../full-message.js';
import { Instead } from '../outcome.js';
import { problem } from '../problems.js';
import { route } from '../route.js';

/** One failed message of any status (contract 6.5). */
export const singleFailedMessage = [
  ...route('GET errors/{failedMessageId}', 'error:messages:view', whole),
  ...route('GET errors/last/{failedMessageId}', 'error:messages:view', lastAttempt),
];

function whole(call: PrimaryCall): Reply {
  const { persister, settings } = call.state;
  return jsonReply(fullMessage(known(call), persister, settings.clock()));
}

function lastAttempt(call: PrimaryCall): Reply {
  const message = known(call);
  return jsonReply(call.state.persister.isEf ? message.row : message.rowWithBareTimeSent);
}

function known(call: PrimaryCall): FailedMessage {
  const id = valueAt(call, 0);
  const isReadable = !call.state.persister.isEf || isGuid(id);
  const message = isReadable ? call.state.messages.find(id) : undefined;
  if (message === undefined) throw new Instead(problem(404));
  return message;
}
