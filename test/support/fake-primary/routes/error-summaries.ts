import { jsonReply, type Reply } from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import { deterministicGuid } from '../deterministic-guid.js';
import type { FailedMessage } from '../failed-message.js';
import { jsonText } from '../json-out.js';
import { listReply } from '../list-reply.js';
import { pageOf, readPage } from '../paging.js';
import { ordinal, type Persister } from '../persister.js';
import { route } from '../route.js';

/** Counts over failed messages (contract 6.6, 6.7). */
export const errorSummaries = [
  ...route('GET errors/summary', 'error:messages:view', summary),
  ...route('GET errors/queues/addresses', 'error:queues:view', addresses),
];

/** Unresolved messages only; missing and empty names are left out. */
function summary({ state }: PrimaryCall): Reply {
  const unresolved = state.messages.matching(({ status }) => status === 'unresolved');
  const by = (name: (message: FailedMessage) => string | undefined): Readonly<Record<string, number>> =>
    named(counts(unresolved, name));
  return jsonReply(
    jsonText({
      Endpoints: by(({ facts }) => facts.receivingEndpoint?.name),
      Hosts: by(({ facts }) => facts.receivingEndpoint?.host),
      'Message types': by(({ facts }) => facts.messageType),
    }),
  );
}

function named(found: ReadonlyMap<string | undefined, number>): Readonly<Record<string, number>> {
  const entries = [...found].flatMap(([name, count]) => ((name ?? '') === '' ? [] : [[name, count] as const]));
  return Object.fromEntries(entries) as Record<string, number>;
}

/** Messages of every status count; RavenDB leaves out those without an address. */
function addresses(call: PrimaryCall): Reply {
  const page = readPage(call.query);
  const { messages, persister } = call.state;
  const found = [...counts(messages.all(), ({ last }) => last.queue)];
  const listed = ordered(found, persister);
  const rows = pageOf(listed, page).map(([address, count]) =>
    jsonText({ physical_address: address, failed_message_count: count }),
  );
  const names = listed.map(([address]) => address ?? '');
  const storeTag = persister.isEf ? deterministicGuid(String(names.length), ...names) : messages.indexTag();
  return listReply(call, { rows, page, total: listed.length, storeTag });
}

type Counted = readonly [name: string | undefined, count: number];

/** EF by address, a missing one where the database puts nulls; RavenDB in no order. */
function ordered(found: readonly Counted[], persister: Persister): readonly Counted[] {
  if (!persister.isEf) {
    const accident = (name: string | undefined): string => deterministicGuid(name ?? '');
    return found.filter(([name]) => name !== undefined).sort(([a], [b]) => ordinal(accident(a), accident(b)));
  }
  return [...found].sort(([a], [b]) => {
    if (a !== undefined && b !== undefined) return persister.compareText(a, b);
    return (a === undefined) === persister.nullIsLowest ? -1 : 1;
  });
}

function counts(
  messages: readonly FailedMessage[],
  name: (message: FailedMessage) => string | undefined,
): ReadonlyMap<string | undefined, number> {
  const found = new Map<string | undefined, number>();
  for (const message of messages) found.set(name(message), (found.get(name(message)) ?? 0) + 1);
  return found;
}
