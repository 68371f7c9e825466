import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { instantFrom } from '../support/fake-primary/instant.js';
import { fieldOfRows } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const reportedAt = (minute: number): string => `2024-05-01T09:${String(minute).padStart(2, '0')}:00.0000001Z`;

let federation: Federation<Key>;
let held: Record<Key, readonly string[]>;

beforeAll(async () => {
  federation = await startFederation(keys, {
    members: {
      us: { persister: 'postgresql', generation: 'next' },
      ap: { persister: 'sqlserver', generation: 'next' },
    },
    settings: { federation: { nameMembersBy: 'key', microCache: '0s' } },
  });
  held = Object.fromEntries(
    keys.map((key, member) => [
      key,
      federation.members[key].hasCustomChecks(
        Array.from({ length: 20 }, (_, k) => ({
          customCheckId: `Check ${String(k)}`,
          endpoint: `Sales.${key}`,
          reportedAt: reportedAt(3 * k - (k % 3) + member),
          ...(k % 2 === 0 ? { failureReason: 'no' } : {}),
        })),
      ),
    ]),
  ) as Record<Key, readonly string[]>;
});

beforeEach(() => {
  for (const fake of federation.all) fake.clearRequests();
});

afterAll(() => federation.stop());

const get = (target: string) => federation.gateway.get(target);
const bare = (id: unknown): string => String(id).replace(/^CustomChecks\//, '');

describe('GET /api/customchecks', () => {
  it('lists fifty rows of all members, and the rest on the second page', async () => {
    const [first, second] = [await get('/api/customchecks?page=1'), await get('/api/customchecks?page=2')];

    expect([fieldOfRows(first, 'id').length, fieldOfRows(second, 'id').length]).toEqual([50, 10]);
    const shown = [...fieldOfRows(first, 'id'), ...fieldOfRows(second, 'id')].map(bare);
    expect(shown.sort()).toEqual(Object.values(held).flat().sort());
    expect([first.headers['total-count'], second.headers['total-count']]).toEqual(['60', '60']);
  });

  it('lists failing ones only when asked so, and counts them', async () => {
    const answer = await get('/api/customchecks?status=fail&page=1');

    expect(new Set(fieldOfRows(answer, 'status'))).toEqual(new Set(['fail']));
    expect([fieldOfRows(answer, 'id').length, answer.headers['total-count']]).toEqual([30, '30']);
  });

  it('keeps each member’s order, and the oldest report first among members that have one', async () => {
    const rows = (await get('/api/customchecks?per_page=100')).json as readonly { id: string; reported_at: string }[];

    const of = (key: Key) => rows.filter(({ id }) => held[key].includes(bare(id)));
    expect(of('eu').map(({ id }) => id)).toEqual(
      ((await get('/members/eu/api/customchecks?per_page=100')).json as { id: string }[]).map(({ id }) => id),
    );
    const dated = rows.filter(({ id }) => !held.eu.includes(bare(id))).map((row) => row.reported_at);
    expect(dated).toEqual([...dated].sort());
  });

  it('never counts less than it shows, although members on a database of released versions count one page', async () => {
    const { us, ap } = federation.members;
    for (const fake of [us, ap]) fake.generation = 'base';

    const [first, second] = [
      await get('/api/customchecks?page=1&per_page=4'),
      await get('/api/customchecks?page=15&per_page=4'),
    ];

    for (const fake of [us, ap]) fake.generation = 'next';
    expect(Number(first.headers['total-count'])).toBeGreaterThanOrEqual(4);
    expect([fieldOfRows(second, 'id').length, Number(second.headers['total-count'])]).toEqual([4, 60]);
  });
});

describe('DELETE /api/customchecks/{id}', () => {
  it.each(keys)('mutes a check of %s there and nowhere else', async (key) => {
    const id = held[key][1] ?? '';
    await get('/api/customchecks?per_page=100');

    const answer = await federation.gateway.request('DELETE', `/api/customchecks/${id}`);

    expect(answer.status).toBe(202);
    expect(answer.headers['x-federation-outcome']).toBe(
      keys.map((other) => `${other}=${other === key ? '202' : 'not-asked'}`).join(', '),
    );
    for (const fake of federation.all) expect(fake.requestsTo('DELETE', '/').length).toBe(fake.key === key ? 1 : 0);
    federation.members[key].settle();
    expect(fieldOfRows(await get('/api/customchecks?per_page=100'), 'id').map(bare)).not.toContain(id);
  });

  it('finds the owner of a check that was never listed', async () => {
    const [id = ''] = federation.members.ap.hasCustomChecks([{ customCheckId: 'New', failureReason: 'no' }]);

    const answer = await federation.gateway.request('DELETE', `/api/customchecks/${id}`);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([
      202,
      'eu=not-asked, us=not-asked, ap=202',
    ]);
    federation.members.ap.settle();
  });

  it('sends nothing for an id that no member has', async () => {
    const answer = await federation.gateway.request('DELETE', '/api/customchecks/00000000-0000-0000-0000-00000000000f');

    expect([answer.status, answer.headers['x-particular-reason']]).toEqual([404, 'no member holds these ids']);
    for (const fake of federation.all) expect(fake.requestsTo('DELETE', '/')).toEqual([]);
  });

  it('refuses an id that is no GUID, as members do', async () => {
    expect((await federation.gateway.request('DELETE', '/api/customchecks/disk')).status).toBe(400);
  });
});

describe('GET /api/eventlogitems', () => {
  const raised = (minute: number, description: string) => ({
    description,
    severity: 'error' as const,
    relatedTo: [`/message/${description}`],
    category: 'MessageFailures',
    eventType: 'MessageFailed',
    raisedAt: instantFrom(`2024-05-02T09:${String(minute).padStart(2, '0')}:00.0000001Z`),
  });

  beforeAll(() => {
    for (const [member, key] of keys.entries()) {
      federation.members[key].hasEvents(
        Array.from({ length: 12 }, (_, k) => raised(3 * k + member, `${key}-${String(k)}`)),
      );
    }
  });

  it('lists the newest of all members first, page by page', async () => {
    const pages = await Promise.all(
      [1, 2].map(async (page) =>
        fieldOfRows(await get(`/api/eventlogitems?page=${String(page)}&per_page=10`), 'description'),
      ),
    );

    const newest = Array.from({ length: 20 }, (_, k) => `${keys[2 - (k % 3)] ?? ''}-${String(11 - Math.floor(k / 3))}`);
    expect(pages.flat()).toEqual(newest);
  });

  it('puts the member before each id, so that no two are equal although members on a database count 1, 2, 3', async () => {
    const answer = await get('/api/eventlogitems?page=1&per_page=75');

    const ids = fieldOfRows(answer, 'id').map(String);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^(eu~EventLogItem\/|us~\d+$|ap~\d+$)/.test(id))).toBe(true);
    const totals = await Promise.all(
      keys.map(async (key) => Number((await get(`/members/${key}/api/eventlogitems`)).headers['total-count'])),
    );
    expect(Number(answer.headers['total-count'])).toBe(totals.reduce((sum, total) => sum + total, 0));
  });

  it('leaves what events are related to as it is: ServicePulse follows that text', async () => {
    const answer = await get('/api/eventlogitems?page=1&per_page=1');

    expect(fieldOfRows(answer, 'related_to')).toEqual([['/message/ap-11']]);
  });
});

describe('GET /api/heartbeats/stats', () => {
  it('adds up what members count', async () => {
    const { eu, us, ap } = federation.members;
    eu.hasEndpoints([
      { name: 'A', heartbeat: 'beating' },
      { name: 'B', heartbeat: 'dead' },
    ]);
    us.hasEndpoints([
      { name: 'A', heartbeat: 'beating' },
      { name: 'C', heartbeat: 'dead', isMonitored: false },
    ]);
    ap.hasEndpoints([{ name: 'A', heartbeat: 'dead' }]);

    expect((await get('/api/heartbeats/stats')).text).toBe('{"active":2,"failing":2}');
  });
});

describe('GET /api/platform-health', () => {
  it('is that of the first member whose version has it', async () => {
    const answer = await get('/api/platform-health');

    expect([answer.status, (answer.json as { instances: { id: string }[] }).instances[0]?.id]).toEqual([
      200,
      federation.members.us.instanceId,
    ]);
  });

  it('is 404 when no member has it', async () => {
    for (const fake of federation.all) fake.generation = 'base';

    expect((await get('/api/platform-health')).status).toBe(404);
  });
});
