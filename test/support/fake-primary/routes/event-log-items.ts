import type { Reply } from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import { deterministicGuid } from '../deterministic-guid.js';
import type { EventLogItem } from '../event-log.js';
import { indexTag } from '../index-tag.js';
import { type JsonOut, jsonText } from '../json-out.js';
import { rawListReply } from '../list-reply.js';
import { pageOf, readPage } from '../paging.js';
import { ordinal } from '../persister.js';
import { route } from '../route.js';

/** Contract 12.3. */
export const eventLogItems = route('GET eventlogitems', 'error:eventlog:view', listed);

function listed(call: PrimaryCall): Reply {
  const { items } = call.state.events;
  const page = readPage(call.query);
  const rows = pageOf(ordered(call), page).map((item) => jsonText(itemOut(call, item)));
  return rawListReply(call, { rows, page, total: items.length, storeTag: tagOf(call) });
}

/** Newest first; of two of the same instant EF shows the later numbered first, RavenDB either. */
function ordered({ state }: PrimaryCall): readonly EventLogItem[] {
  const accident = (item: EventLogItem): string => deterministicGuid(state.messages.accident, String(item.number));
  return [...state.events.items].sort((a, b) => {
    const [early, late] = [a.raisedAt.ticks, b.raisedAt.ticks];
    if (early !== late) return early < late ? 1 : -1;
    return state.persister.isEf ? b.number - a.number : ordinal(accident(a), accident(b));
  });
}

function itemOut({ state }: PrimaryCall, item: EventLogItem): JsonOut {
  const guid = deterministicGuid(state.settings.seed, 'event', String(item.number));
  return {
    id: state.persister.isEf ? String(item.number) : `EventLogItem/${item.category}/${item.eventType}/${guid}`,
    description: item.description,
    severity: item.severity,
    raised_at: item.raisedAt.text,
    related_to: item.relatedTo,
    category: item.category,
    event_type: item.eventType,
  };
}

/** Of an empty log EF has no tag in base. */
function tagOf({ state }: PrimaryCall): string | undefined {
  const { items } = state.events;
  if (!state.persister.isEf) return indexTag(state.settings.seed, 'events', items.length);
  if (items.length === 0) return undefined;
  const newest = items.reduce((ticks, { raisedAt }) => (raisedAt.ticks > ticks ? raisedAt.ticks : ticks), 0n);
  return deterministicGuid(String(items.length), newest.toString(), String(items.length));
}
