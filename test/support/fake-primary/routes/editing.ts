import { jsonReply, type Reply, unhandledException } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { lockedHeaders, sensitiveHeaders } from '../edit-headers.js';
import type { FailedMessage } from '../failed-message.js';
import { readObject } from '../json-body.js';
import { jsonText } from '../json-out.js';
import { problem } from '../problems.js';
import { route } from '../route.js';

/** Editing a failed message before it is retried (contract 6.9). */
export const editing = [
  ...route('GET edit/config', 'error:messages:edit', config),
  ...route('POST edit/{failedMessageId}', 'error:messages:edit', edit),
];

function config({ instance }: PrimaryCall): Reply {
  return jsonReply(
    jsonText({
      enabled: instance.isEditingEnabled,
      locked_headers: lockedHeaders,
      sensitive_headers: sensitiveHeaders,
    }),
  );
}

/** The checks stand in ServiceControl's order; without headers it fails before it would refuse. */
function edit(call: PrimaryCall): Reply {
  const { instance, request, state } = call;
  const body = readObject(request);
  if (!instance.isEditingEnabled) return problem(404);
  const message = state.messages.find(valueAt(call, 0));
  if (state.edited.has(message?.uniqueId ?? valueAt(call, 0))) return jsonReply(jsonText({ edit_ignored: true }));
  if (message === undefined) return problem(400);
  const headers = textMap(body.get('message_headers'));
  if (headers === undefined) return unhandledException;
  if (changesLockedHeader(message, headers)) return problem(400);
  const text = body.get('message_body');
  if (typeof text !== 'string' || text.trim() === '') return problem(400);

  state.commands.send('EditAndSend', message.uniqueId, () => {
    state.edited.add(message.uniqueId);
    state.messages.change(message, () => (message.status = 'resolved'));
    state.sentEdits.push({ editOf: message.uniqueId, body: text, headers });
  });
  return { ...jsonReply(jsonText({ edit_ignored: false })), status: 202 };
}

/** Adding a locked header that had no value is allowed. */
function changesLockedHeader({ last }: FailedMessage, headers: Readonly<Record<string, string>>): boolean {
  return lockedHeaders.some((name) => (last.headers[name] ?? '') !== '' && last.headers[name] !== headers[name]);
}

function textMap(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, String(member)]));
}
