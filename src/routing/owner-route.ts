import type { FederatedCall } from '../federation/federated-call.js';
import { badField, ProblemError } from '../federation/problem.js';
import { readIdList } from '../json-text/id-list.js';
import type { OwnedRecord } from './owned-record.js';

/** What a command is about, read from its path or body. */
export type CommandTarget =
  /** A list of ids; each owner gets a body with its own ids only. */
  | { readonly kind: 'list'; readonly ids: readonly string[]; bodyOf(ids: readonly string[]): Buffer }
  /** One id; the owner gets the caller's body as it came. */
  | { readonly kind: 'one'; readonly id: string; readonly instanceId?: string | undefined }
  /** No ids at all (a range): every member gets the caller's body. */
  | { readonly kind: 'everyone' };

/** How `RouteToOwner` reads a route. */
export interface OwnerRoute {
  /** For the route table: `ids in the body`. */
  readonly words: string;
  readonly record: OwnedRecord;
  /** @throws ProblemError with the status that members answer to the same bad input (decision 25) */
  read(call: FederatedCall): Promise<CommandTarget>;
  /** Send to one holder only, even when several have the id: an edited message must not go out twice (decision 23). */
  readonly toOneHolder?: boolean;
  /** What nobody holds goes to the lead, for records that come to be with the command. */
  readonly orLead?: boolean;
}

/** One id in the path: `POST errors/{failedMessageId}/retry`. */
export function idInPath(record: OwnedRecord, parameter: string): OwnerRoute {
  return {
    words: `${record.kind} in the path`,
    record,
    read: (call) =>
      Promise.resolve({ kind: 'one', id: call.param(parameter) ?? '', instanceId: call.query.get('instance_id') }),
  };
}

/** As `idInPath`, but never to two members. */
export function idInPathOnce(record: OwnedRecord, parameter: string): OwnerRoute {
  return { ...idInPath(record, parameter), words: `${record.kind} in the path, one holder only`, toOneHolder: true };
}

/**
 * The body is an array of ids. Members refuse null and empty elements with 422 on some routes and 400 on others
 * (contract 6.8); `field` is the key of their 422 body.
 */
export function idsInBody(
  record: OwnedRecord,
  refusal: { readonly status: 400 | 422; readonly field: string },
): OwnerRoute {
  return {
    words: `${record.kind} ids in the body`,
    record,
    read: async (call) => listTarget(await jsonBody(call), refusal),
  };
}

/** A list of ids as a command's target, checked as members check it. */
export function listTarget(
  body: Buffer,
  refusal: { readonly status: 400 | 422; readonly field: string },
  bodyOf: (ids: readonly string[]) => Buffer = (ids) => Buffer.from(JSON.stringify(ids)),
): CommandTarget {
  const list = readIdList(body);
  if ('fault' in list) {
    if (list.fault === 'empty element' && refusal.status === 422) throw unprocessable(refusal.field);
    throw badField(refusal.field, `expected a JSON array of ids, found ${list.fault}`);
  }
  return { kind: 'list', ids: list.ids, bodyOf };
}

/**
 * The body of a command, which members take as JSON only (contract 1.2).
 * @throws ProblemError 415 without a JSON content type, 400 without a body
 */
export async function jsonBody(call: FederatedCall): Promise<Buffer> {
  const body = await call.body();
  if (body.length === 0) throw badField('body', 'a JSON body is required');
  const type = call.header('content-type') ?? '';
  if (!/^\s*(?:application\/(?:json|[\w.+-]+\+json)|text\/json)\s*(?:;|$)/i.test(type)) {
    throw new ProblemError({
      status: 415,
      title: 'Unsupported Media Type',
      detail: `the content type must be application/json, found "${type.slice(0, 100)}"`,
    });
  }
  return body;
}

/** 422 in members' own shape: a bare map of key to texts (contract 1.7). */
export function unprocessable(field: string): ProblemError {
  return new ProblemError({
    status: 422,
    title: 'Unprocessable',
    detail: `${field}: ids must not be null or empty`,
    bareBody: { [field]: ['Ids must not be null or empty.'] },
  });
}
