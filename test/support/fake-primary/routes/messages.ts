import { type Reply, rowsReply, unhandledException } from '../../http/reply.js';
import { type PrimaryCall, valueAt } from '../call.js';
import { ticksFrom } from '../instant.js';
import { conditional, links, totalCount } from '../list-reply.js';
import type { MessageRow } from '../message-row.js';
import { type RowOrder, sortInStore, sortMerged } from '../message-row-order.js';
import { Instead } from '../outcome.js';
import { type Page, pageOf, readPage, readSort } from '../paging.js';
import { persisterOf, type Persister } from '../persister.js';
import { invalid } from '../problems.js';
import { route } from '../route.js';
import { askAudits, combinedTag, incompleteResults, type InstanceAnswer } from '../scatter-gather.js';

/** Lists over the member's own failed messages and its audits' processed ones (contract 8). */
export const messages = [
  ...route('GET messages', 'error:messages:view', (call) => listed(call, visible(call))),
  ...route('GET endpoints/{endpoint}/messages', 'error:messages:view', (call) =>
    listed(call, both(visible(call), ofEndpoint(call, valueAt(call, 0)))),
  ),
  ...route('GET messages/search', 'error:messages:view', (call) => listed(call, search(call, call.query.text('q')))),
  ...route('GET messages/search/{keyword}', 'error:messages:view', (call) =>
    listed(call, search(call, valueAt(call, 0).replaceAll('/', '\\'))),
  ),
  ...route('GET endpoints/{endpoint}/messages/search', 'error:messages:view', (call) =>
    listed(call, swappedSearch(call, call.query.text('q') ?? '')),
  ),
  ...route('GET endpoints/{endpoint}/messages/search/{keyword}', 'error:messages:view', (call) =>
    listed(call, swappedSearch(call, valueAt(call, 1).replaceAll('/', '\\'))),
  ),
  ...route('GET conversations/{conversationId}', 'error:messages:view', (call) => {
    readFlag(call, 'include_system_messages');
    return listed(
      call,
      same((row) => row.conversationId === valueAt(call, 0)),
    );
  }),
  ...route('GET messages2', 'error:messages:view', filtered),
];

type Fits = (row: MessageRow) => boolean;

/** What fits in the member's own store and what in an audit's: not always the same. */
interface Filter {
  readonly own: Fits;
  readonly audit: Fits;
}

function same(fits: Fits): Filter {
  return { own: fits, audit: fits };
}

function both(a: Filter, b: Filter): Filter {
  return { own: (row) => a.own(row) && b.own(row), audit: (row) => a.audit(row) && b.audit(row) };
}

function visible(call: PrimaryCall): Filter {
  const showsSystem = readFlag(call, 'include_system_messages');
  return same((row) => showsSystem || !row.isSystemMessage);
}

function ofEndpoint(call: PrimaryCall, name: string): Filter {
  const { isSameName } = call.state.persister;
  return {
    own: (row) => isSameName(row.receivingEndpoint?.name ?? '', name),
    audit: (row) => (row.receivingEndpoint?.name ?? '').toLowerCase() === name.toLowerCase(),
  };
}

/** Words are OR-ed. */
function search(call: PrimaryCall, text: string | undefined): Filter {
  const words = (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const isFound: Fits = (row) => words.some((word) => row.searchText.includes(word));
  const { isEf } = call.state.persister;
  return { own: (row) => isFound(row) || (isEf && words.length === 0), audit: isFound };
}

/** Towards its own store the member mixes up endpoint and keyword; audits get the original URL (contract 8.1). */
function swappedSearch(call: PrimaryCall, keyword: string): Filter {
  const endpoint = valueAt(call, 0);
  return {
    own: both(ofEndpoint(call, keyword), search(call, endpoint)).own,
    audit: both(ofEndpoint(call, endpoint), search(call, keyword)).audit,
  };
}

interface Part {
  readonly rows: readonly MessageRow[];
  readonly total: number;
}

function listed(call: PrimaryCall, filter: Filter): Reply {
  const page = readPage(call.query);
  const { answers, rows, total, incomplete } = gathered(call, filter, page);
  const highest = Math.max(0, ...answers.map(({ answer }) => answer?.total ?? 0));
  const headers = [totalCount(total), ...links(call, { page, total, highest }), ...incomplete];
  const tag = incomplete.length > 0 ? undefined : combinedTag(call, answers);
  return conditional(call, rowsReply(rows, headers), tag);
}

/** `messages2`: its page is always the first, and without a size it is empty. */
function filtered(call: PrimaryCall): Reply {
  const { query } = call;
  const perPage = readPageSize(call);
  const [from, to] = [readDate(query.text('from')), readDate(query.text('to'))];
  const words = query.text('q')?.trim() ?? '';
  const endpoint = query.text('endpoint_name')?.trim() ?? '';
  const inRange = same(({ timeSent }) => {
    if (from === undefined && to === undefined) return true;
    return timeSent !== undefined && timeSent.ticks >= (from ?? 0n) && (to === undefined || timeSent.ticks <= to);
  });
  const named = endpoint === '' ? inRange : both(inRange, ofEndpoint(call, endpoint));
  const filter = words === '' ? both(named, visible(call)) : both(named, search(call, words));
  const { rows, total, incomplete } = gathered(call, filter, { page: 1, perPage });
  return rowsReply(rows, [totalCount(total), ...incomplete]);
}

/** Every instance cuts its own page before the pages are joined, so only the first page is exact (contract 8.4). */
function gathered(call: PrimaryCall, filter: Filter, page: Page): Gathered {
  const { state, instance } = call;
  const order = { ...readSort(call.query), tieSeed: state.messages.accident };
  const own = state.messages.views().filter(filter.own);
  const local: InstanceAnswer<Part> = {
    instanceId: instance.instanceId,
    answer: part(own, state.persister, { order, page }),
    isAsked: true,
    missing: undefined,
    tag: state.messages.storeTag(state.messages.all()),
  };
  const ravenDb = persisterOf('ravendb');
  const audits = askAudits<Part>(call, ({ store }) => part(store.rows.filter(filter.audit), ravenDb, { order, page }), {
    rows: [],
    total: 0,
  });
  const answers = [local, ...audits];
  const incomplete = incompleteResults(call, answers);
  const total = answers.reduce((sum, { answer }) => sum + (answer?.total ?? 0), 0);
  const rows = merged(answers, order)
    .slice(0, page.perPage)
    .map(({ row, instanceId }) => state.rowTexts.of(row, instanceId));
  return { answers, total, incomplete, rows };
}

interface Gathered {
  readonly answers: readonly InstanceAnswer<Part>[];
  readonly rows: readonly string[];
  readonly total: number;
  readonly incomplete: ReturnType<typeof incompleteResults>;
}

interface Merged {
  readonly row: MessageRow;
  readonly instanceId: string;
}

function part(
  rows: readonly MessageRow[],
  persister: Persister,
  { order, page }: { readonly order: RowOrder; readonly page: Page },
): Part {
  return { rows: pageOf(sortInStore(rows, persister, order), page), total: rows.length };
}

/** Own rows first; of one message at one endpoint the first copy stays, so the failed one beats the processed one. */
function merged(answers: readonly InstanceAnswer<Part>[], order: RowOrder): readonly Merged[] {
  const kept = new Map<string, Merged>();
  for (const { answer, instanceId } of answers)
    for (const row of answer?.rows ?? []) {
      const key = `${row.receivingEndpoint?.name ?? ''}-${row.messageId ?? ''}`;
      if (!kept.has(key)) kept.set(key, { row, instanceId });
    }
  const instances = new Map([...kept.values()].map(({ row, instanceId }) => [row, instanceId]));
  return sortMerged([...instances.keys()], order).map((row) => ({ row, instanceId: instances.get(row) ?? '' }));
}

function readFlag(call: PrimaryCall, name: string): boolean {
  const [value] = call.query.all(name);
  if (value === undefined) return false;
  if (/^\s*(true|false)\s*$/i.test(value)) return value.trim().toLowerCase() === 'true';
  throw new Instead(invalid({ [name]: [`The value '${value}' is not valid.`] }));
}

function readPageSize(call: PrimaryCall): number {
  const [value] = call.query.all('page_size');
  if (value === undefined) return 0;
  if (!/^\s*[+-]?\d{1,10}\s*$/.test(value))
    throw new Instead(invalid({ page_size: [`The value '${value}' is not valid.`] }));
  if (Number(value) < 0) throw new Instead(unhandledException);
  return Number(value);
}

function readDate(text: string | undefined): bigint | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const ticks = ticksFrom(text);
  if (ticks === undefined) throw new Instead(unhandledException);
  return ticks;
}
