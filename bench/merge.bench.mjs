import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { compile } from '../test/demo/compile.js';

// What one page of failed messages costs, merged from the members' own bytes, beside parsing everything, sorting it and
// writing it again. Both are timed in turns and must give the same rows. `node bench/merge.bench.mjs`

const perPage = 50;
const pairs = 15;
const cells = [
  { members: 8, page: 1, goal: undefined },
  { members: 8, page: 10, goal: 1 / 20 },
  { members: 64, page: 10, goal: 1 / 100 },
];

const compiled = fileURLToPath(new URL('../node_modules/.cache/servicecontrol-federation-bench/', import.meta.url));
await compile(compiled);
const [{ RowReader }, { joinRows }, { mergeSortedPages }, { failedMessages }] = await Promise.all(
  [
    'json-text/row-reader.js',
    'json-text/write.js',
    'aggregation/merge/sorted-page.js',
    'service-control/rules/failed-messages.js',
  ].map((file) => import(pathToFileURL(join(compiled, 'dist', file)).href)),
);
const order = failedMessages.order('time_sent', 'desc');

for (const { members, page, goal } of cells) {
  const bodies = Array.from({ length: members }, (_, member) => listOf(member, page * perPage));
  const window = { firstRow: (page - 1) * perPage, perPage };
  const ways = { merge: () => merge(bodies, window), sort: () => sort(bodies, window) };
  if (JSON.stringify(JSON.parse(ways.merge())) !== ways.sort().toString()) throw new Error('the two ways differ');
  for (let warm = 0; warm < 40; warm += 1) ways.merge();
  // A merge right behind a sort pays for collecting the sort's garbage: the median of several does not.
  const merges = () => median(Array.from({ length: 10 }, () => timed(ways.merge)));
  const times = Array.from({ length: pairs }, () => [merges(), timed(ways.sort)]);
  const [merged, sorted] = [0, 1].map((at) => median(times.map((pair) => pair[at])));
  const ratios = times.map(([fast, slow]) => slow / fast);
  console.log(
    `${members} members, page ${page}, ${(bodies.reduce((sum, { length }) => sum + length, 0) / 1e6).toFixed(1)} MB: ` +
      `merge ${merged.toFixed(2)} ms, parse + sort + stringify ${sorted.toFixed(1)} ms, ` +
      `${median(ratios).toFixed(0)}x (${Math.min(...ratios).toFixed(0)} to ${Math.max(...ratios).toFixed(0)})` +
      (goal === undefined ? '' : `, goal ${Math.round(1 / goal)}x`),
  );
}

function merge(bodies, window) {
  const readers = bodies.map((body) => new RowReader(body));
  return joinRows(mergeSortedPages(readers, order, window).map(({ row }) => row.bytes));
}

/** The usual way, in its cheapest form: texts of one length compare as they are. */
function sort(bodies, { firstRow, perPage: rows }) {
  const all = bodies.flatMap((body) => JSON.parse(body.toString()));
  all.sort((left, right) => (left.time_sent < right.time_sent ? 1 : left.time_sent > right.time_sent ? -1 : 0));
  return Buffer.from(JSON.stringify(all.slice(firstRow, firstRow + rows)));
}

/** One member's newest rows of 1.5 KB; no two rows of all members were sent at one time. */
function listOf(member, rows) {
  const row = (at) => ({
    id: `${String(member).padStart(8, '0')}-0000-4000-8000-${String(at).padStart(12, '0')}`,
    message_type: 'Sales.Orders.OrderPlaced, Sales.Messages, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null',
    time_sent: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString().replace('Z', `${String(1000 + member)}Z`),
    is_system_message: false,
    exception: {
      exception_type: 'System.InvalidOperationException',
      message: 'The order "4711" cannot be placed: there is no such customer.',
      source: 'Sales.Endpoint',
      stack_trace: Array.from(
        { length: 9 },
        (_, line) => `   at Sales.Handler.Handle(Order o) in C:\\build\\H${line}.cs`,
      ).join('\r\n'),
    },
    message_id: `${String(at).padStart(8, '0')}-0000-4000-9000-${String(member).padStart(12, '0')}`,
    number_of_processing_attempts: 3,
    status: 'unresolved',
    sending_endpoint: { name: 'Website', host_id: '8f2b6a3e-5a0e-4c8e-9f0e-2f6d2b7c1a10', host: 'web-01' },
    receiving_endpoint: { name: 'Sales', host_id: '1c9d7f40-2b61-4d6f-8f53-7c0a4be2d3f1', host: 'srv-02' },
    queue_address: 'Sales@srv-02',
    time_of_failure: '2026-01-01T00:00:00.1234567Z',
    last_modified: '2026-01-01T00:00:00.1234567Z',
    edited: false,
    edit_of: '',
  });
  return Buffer.from(JSON.stringify(Array.from({ length: rows }, (_, at) => row(at))));
}

function timed(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function median(values) {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];
}
