import { emptyReply, type HeaderLine, type Reply, rowsReply, valuesOf, withHeaders } from '../http/reply.js';
import type { PrimaryCall } from './call.js';
import { deterministicGuid } from './deterministic-guid.js';
import { etagLines, isKnownToCaller } from './etags.js';
import { linkLines } from './links.js';
import type { Page } from './paging.js';

/** What a paged list is answered with. */
export interface ListAnswer {
  readonly rows: readonly string[];
  readonly page: Page;
  readonly total: number;
  /** The largest single instance's total; the total when left out. */
  readonly highest?: number;
  /** What the store says about the data; no tag when left out or empty. */
  readonly storeTag?: string | undefined;
}

/** `Total-Count`, `Link`, `ETag`, 304 where the caller has it already. */
export function listReply(call: PrimaryCall, answer: ListAnswer): Reply {
  const headers = [totalCount(answer.total), ...links(call, answer)];
  return conditional(call, rowsReply(answer.rows, headers), listTag(call, answer));
}

/**
 * A list whose tag is shown as the store gives it, and which in base never has links: those routes pass no largest total
 * (contract 1.6).
 */
export function rawListReply(call: PrimaryCall, answer: ListAnswer): Reply {
  const linked = call.instance.generation === 'next' ? answer : { ...answer, highest: 1 };
  const headers = [totalCount(answer.total), ...links(call, linked)];
  return conditional(call, rowsReply(answer.rows, headers), answer.storeTag);
}

/** The same headers without a body. */
export function headReply(
  call: PrimaryCall,
  { total, storeTag }: { readonly total: number; readonly storeTag: string },
): Reply {
  return conditional(call, emptyReply(200, [totalCount(total)]), storeTag);
}

export function totalCount(total: number): HeaderLine {
  return ['Total-Count', String(total)];
}

export function links(
  call: PrimaryCall,
  { page, total, highest = total }: Omit<ListAnswer, 'rows'>,
): readonly HeaderLine[] {
  const threshold = call.instance.generation === 'next' ? page.perPage : 50;
  return linkLines({ target: call.request.target, page, total, highest, threshold });
}

/** The reply with its tag, or 304 with the tag and the headers that go with it. */
export function conditional(call: PrimaryCall, reply: Reply, tag: string | undefined): Reply {
  const { etags } = call.instance;
  const lines = etagLines(etags, tag);
  const etag = valuesOf(lines, 'ETag')[0];
  if (etag === undefined) return reply;
  const tagged = withHeaders(reply, lines);
  if (!isKnownToCaller(etag, call.request.header('If-None-Match'), etags)) return tagged;
  return emptyReply(
    304,
    tagged.headers.filter(([name]) => name !== 'Content-Type'),
  );
}

/** Base hashes what the store says; next passes RavenDB's word on and hashes EF's rows of the page (contract 10, 11.1). */
function listTag(call: PrimaryCall, { rows, storeTag }: ListAnswer): string | undefined {
  if (storeTag === undefined || storeTag === '') return undefined;
  if (call.instance.generation === 'base') return deterministicGuid(storeTag);
  return call.state.persister.isEf ? deterministicGuid('page', ...rows) : storeTag;
}
