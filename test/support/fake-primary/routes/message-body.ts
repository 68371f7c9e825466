import { emptyReply, type HeaderLine, type Reply } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import type { FakeAudit } from '../audits.js';
import { canonicalGuid, deterministicGuid, isGuid } from '../deterministic-guid.js';
import { conditional } from '../list-reply.js';
import type { FailedMessage } from '../failed-message.js';
import { bodyOf, generatedBytes, type MessageBody } from '../message-body.js';
import type { MessageStore } from '../message-store.js';
import { problem } from '../problems.js';
import { relayed } from '../relay.js';
import { route } from '../route.js';

/** The body of a message, streamed (contract 8.8, 1.9). */
export const messageBody = route('GET messages/{id}/body', 'error:messages:view', body);

function body(call: PrimaryCall): Reply {
  const elsewhere = relayed(call, (audit) => auditBody(audit, valueAt(call, 0)));
  if (elsewhere !== undefined) return elsewhere;
  const message = findForBody(call.state.messages, valueAt(call, 0));
  if (message === undefined) return problem(404);
  const reply = streamed(message.facts.body, message.facts.contentType);
  const tag = call.state.persister.isEf ? message.uniqueId : changeVector(message.uniqueId);
  return reply.status === 204 ? reply : conditional(call, reply, tag);
}

/** A GUID is tried as unique id first, then as message id; any other text only as message id. */
function findForBody(messages: MessageStore, id: string): FailedMessage | undefined {
  const byUniqueId = isGuid(id) ? messages.find(canonicalGuid(id)) : undefined;
  return byUniqueId ?? messages.all().find(({ facts }) => facts.messageId === id);
}

/** 204 for a known message whose body is empty or cannot be had. */
function streamed(content: MessageBody, contentType: string | undefined): Reply {
  if (content.kind === 'empty' || content.kind === 'lost') return emptyReply(204);
  const type: HeaderLine = ['Content-Type', contentType ?? 'text/*'];
  const length = content.kind === 'bytes' ? content.bytes.length : content.size;
  const headers: readonly HeaderLine[] = [type, ['Content-Length', String(length)]];
  if (content.kind === 'bytes') return { ...emptyReply(200, headers), body: content.bytes };
  return { ...emptyReply(200, headers), body: { open: () => generatedBytes(content.size) } };
}

function auditBody({ spec, store }: FakeAudit, id: string): Reply {
  const given = spec.bodies?.[id] ?? store.bodyOf(id);
  if (given === undefined) return problem(404);
  return streamed(bodyOf(given), 'application/json');
}

/** As RavenDB writes the version of an attachment. */
function changeVector(uniqueId: string): string {
  const digits = deterministicGuid('attachment', uniqueId).replaceAll('-', '');
  return `A:${String(parseInt(digits.slice(0, 6), 16))}-${digits.slice(6, 28)}`;
}
