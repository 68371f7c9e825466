import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const file = '/api/licensing/report/file?spVersion=2.10.2';
const refusal =
  'Report cannot be generated – Need at least one day of usage data in the last 30 days from the configured broker.';

let federation: Federation<Key>;

beforeEach(async () => {
  federation = await startFederation(keys, {
    settings: { federation: { nameMembersBy: 'key', microCache: '0s', memberTimeout: '150ms', slowReadTimeout: '2s' } },
  });
});

afterEach(() => federation.stop());

const ready = (...members: readonly Key[]): void => {
  for (const key of members) {
    federation.members[key].hasUsage([{ name: `Sales.${key}`, days: { '2024-04-30': 1 } }]);
  }
};

/** Names and contents of a zip's entries, in their order. */
async function entriesOf(zip: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const opened = await promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer)(zip, { lazyEntries: true });
  const contents = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    opened.once('end', resolve).once('error', reject);
    opened.on('entry', (entry: Entry) => {
      opened.openReadStream(entry, (fault, stream) => {
        if (fault !== null) return reject(fault);
        buffer(stream).then((content) => {
          contents.set(entry.fileName, content);
          opened.readEntry();
        }, reject);
      });
    });
    opened.readEntry();
  });
  return contents;
}

describe('GET /api/licensing/report/file', () => {
  it('is a zip of every member’s zip, whose bytes nobody touched: reports are signed', async () => {
    ready(...keys);
    const own = await Promise.all(keys.map((key) => ownReport(key)));

    const answer = await federation.gateway.get(file, { headers: { accept: 'application/json' } });

    const entries = await entriesOf(answer.bytes);
    expect([...entries.keys()]).toEqual(keys.map((key) => `${key}-Example Shop.throughput-report-20240430-000000.zip`));
    expect([...entries.values()]).toEqual(own);
    const [inner] = await entriesOf(own[0] ?? Buffer.alloc(0));
    expect(inner?.[0]).toBe('Example Shop.throughput-report-20240430-000000.json');
  });

  it('says what it is, under a name made of the members’ names', async () => {
    ready(...keys);

    const { status, headers } = await federation.gateway.get(file);

    expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
    expect(headers['content-disposition']).toBe(
      'attachment; filename="Example Shop.throughput-reports-20240430-000000.zip"',
    );
    expect([headers.etag, headers['x-particular-incomplete-results']]).toEqual([undefined, undefined]);
  });

  it.each([
    ['Ärger & Söhne', '_rger & S_hne.throughput-reports-20240430-000000.zip'],
    ['a/b\\c"d', 'a_b_c_d.throughput-reports-20240430-000000.zip'],
    ['', '.throughput-reports-20240430-000000.zip'],
  ])('has a safe name for the customer %j', async (registeredTo, name) => {
    ready('eu');
    const { state } = federation.members.eu;
    state.license = { ...state.license, registeredTo };

    const answer = await federation.gateway.get(file);

    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
    expect([...(await entriesOf(answer.bytes)).keys()][0]).toMatch(/^eu-[\w &.-]*\.zip$/);
  });

  it('asks each member with the caller’s query', async () => {
    ready(...keys);
    await federation.gateway.get(file);

    for (const fake of federation.all) expect(fake.requests.at(-1)?.target).toBe(file);
  });

  it('lists members without a report inside', async () => {
    ready('eu');
    await federation.members.ap.stop();

    const answer = await federation.gateway.get(file);

    const entries = await entriesOf(answer.bytes);
    expect([...entries.keys()].map((name) => name.slice(0, 3))).toEqual(['eu-', 'MIS']);
    expect(entries.get('MISSING.txt')?.toString()).toBe('us: answered 400\nap: unavailable\n');
  });

  it('waits for a slow report longer than for a list', async () => {
    ready(...keys);
    federation.members.us.faults.add({ kind: 'delay', ms: 400 }, { path: '/api/licensing' });

    expect([...(await entriesOf((await federation.gateway.get(file)).bytes)).keys()]).toHaveLength(3);
  });

  it('breaks visibly when a member’s report breaks on its way', async () => {
    ready(...keys);
    federation.members.ap.faults.add({ kind: 'reset', when: 'in-body' }, { path: '/api/licensing' });

    await expect(federation.gateway.get(file)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('is the first member’s text when no member can make one', async () => {
    const answer = await federation.gateway.get(file);

    expect([answer.status, answer.text]).toEqual([400, refusal]);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it.each([
    ['cannot be reached', 503],
    ['does not answer in time', 504],
  ])('is an error of the gateway when each member %s', async (_, status) => {
    for (const fake of federation.all) {
      if (status === 503) await fake.stop();
      else fake.faults.add({ kind: 'never-answer' }, { path: '/api/licensing' });
    }

    const answer = await federation.gateway.get(file);

    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/problem+json']);
  });
});

/** Not through `/members/{key}`, where a bundle of one is made. */
async function ownReport(key: Key): Promise<Buffer> {
  const { port } = federation.members[key];
  const response = await fetch(`http://127.0.0.1:${String(port)}${file}`);
  return Buffer.from(await response.arrayBuffer());
}
