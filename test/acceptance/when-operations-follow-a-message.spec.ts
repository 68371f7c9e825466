import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditSpec } from '../support/fake-primary/audits.js';
import { fieldOfRows } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const conversation = '/api/conversations/c1';
const shared = '5a6a0000-0000-0000-0000-000000000001';
const ofUs = '5a6a0000-0000-0000-0000-000000000002';

const change = (by: string, second: string) => ({
  start_time: '2024-05-01T09:00:00Z',
  finish_time: `2024-05-01T09:00:${second}Z`,
  status: 'updated',
  state_after_change: `{"Total":1.10,"by":"${by}"}`,
  outgoing_messages: [],
  endpoint: 'Sales',
});

/** `shared` is known to the audits of eu and ap, `ofUs` to that of us. */
const audits: Readonly<Record<Key, Omit<AuditSpec, 'apiUri'>>> = {
  eu: {
    sagas: [{ id: shared, sagaType: 'Shop.OrderSaga', changes: [change('eu', '07.0000001'), change('eu', '01')] }],
    auditCounts: { Sales: { '2024-04-29': 2, '2024-05-01': 4 } },
  },
  us: {
    sagas: [{ id: ofUs, sagaType: 'Shop.Other', changes: [change('us', '02')] }],
    auditCounts: { Sales: { '2024-04-30': 8, '2024-05-01': 16 }, 'a/b': { '2024-04-30': 1 } },
  },
  ap: {
    sagas: [{ id: shared, sagaType: 'Shop.OrderSaga', changes: [change('ap', '07'), change('ap', '09')] }],
  },
};

let federation: Federation<Key>;

beforeAll(async () => {
  federation = await startFederation(keys, {
    members: Object.fromEntries(
      keys.map((key) => [
        key,
        { generation: 'next', audits: [{ apiUri: `http://audit-${key}:44444/api/`, ...audits[key] }] },
      ]),
    ),
    settings: {
      federation: { nameMembersBy: 'key', microCache: '0s', memberTimeout: '600ms', searchTimeout: '600ms' },
    },
  });
  for (const fake of federation.all) fake.hasFailedMessages(20, { conversationId: 'c1' });
});

afterAll(() => federation.stop());

const get = (target: string) => federation.gateway.get(target);

/** Runs while a member's audit cannot be reached, which later versions say. */
async function whileAuditOf(key: Key, run: () => Promise<void>): Promise<void> {
  const [audit] = federation.members[key].audits;
  if (audit === undefined) throw new Error('no audit');
  audit.outcome = 'fails';
  try {
    await run();
  } finally {
    audit.outcome = 'answers';
  }
}

describe('GET /api/conversations/{conversationId}', () => {
  it('is paged like any list, fifty rows unless asked otherwise', async () => {
    const [first, second] = [await get(conversation), await get(`${conversation}?page=2`)];

    expect([fieldOfRows(first, 'id').length, fieldOfRows(second, 'id').length]).toEqual([50, 10]);
    expect(new Set([...fieldOfRows(first, 'id'), ...fieldOfRows(second, 'id')]).size).toBe(60);
    expect([first.headers['total-count'], second.headers['total-count']]).toEqual(['60', '60']);
  });

  it('that nobody knows is empty', async () => {
    const answer = await get('/api/conversations/unknown');

    expect([answer.status, answer.text, answer.headers['total-count']]).toEqual([200, '[]', '0']);
  });

  it('says which instance behind a member is missing, with that member’s own words', async () => {
    await whileAuditOf('us', async () => {
      const answer = await get(conversation);

      const audit = federation.members.us.audits[0]?.instanceId ?? '';
      expect(answer.headers['x-particular-incomplete-results']).toBe(`${audit}:error`);
      expect([answer.status, answer.headers.etag, answer.headers['total-count']]).toEqual([200, undefined, '60']);
    });
  });

  it('names a missing member before what members say of theirs', async () => {
    await whileAuditOf('us', async () => {
      federation.members.ap.faults.add({ kind: 'status', status: 500 }, { path: conversation });

      const answer = await get(conversation);

      federation.members.ap.faults.clear();
      const audit = federation.members.us.audits[0]?.instanceId ?? '';
      expect(answer.headers['x-particular-incomplete-results']).toBe(`ap:error, ${audit}:error`);
    });
  });
});

describe('GET /api/sagas/{id}', () => {
  it('joins the changes of every member that knows the saga, the newest first, and keeps their spelling', async () => {
    const answer = await get(`/api/sagas/${shared}`);

    const { changes, ...head } = answer.json as {
      changes: readonly { finish_time: string; state_after_change: string }[];
    };
    expect(head).toEqual({ id: shared, saga_id: shared, saga_type: 'Shop.OrderSaga' });
    expect(changes.map(({ finish_time: finished }) => finished.slice(17))).toEqual([
      '09Z',
      '07.0000001Z',
      '07Z',
      '01Z',
    ]);
    expect(answer.text).toContain('"state_after_change":"{\\"Total\\":1.10,\\"by\\":\\"ap\\"}"');
    expect(answer.headers['total-count']).toBe('2');
  });

  it('is one member’s own when only that one knows it', async () => {
    const own = await get(`/members/us/api/sagas/${ofUs}`);

    expect((await get(`/api/sagas/${ofUs}`)).text).toBe(own.text);
  });

  it('is 204 when nobody knows it', async () => {
    const answer = await get('/api/sagas/5a6a0000-0000-0000-0000-00000000000f');

    expect([answer.status, answer.text, answer.headers['total-count']]).toEqual([204, '', '0']);
  });

  it('is no 204 while a member that could know it cannot be asked', async () => {
    federation.members.us.faults.add({ kind: 'status', status: 500 }, { path: '/api/sagas' });

    const answer = await get(`/api/sagas/${ofUs}`);

    federation.members.us.faults.clear();
    expect([answer.status, answer.headers['x-particular-incomplete-results']]).toEqual([503, 'us:error']);
  });

  it('is refused as members refuse an id that is none', async () => {
    const answer = await get('/api/sagas/none');

    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8']);
  });
});

describe('GET /api/endpoints/{endpoint}/audit-count', () => {
  it('adds up each day, the oldest first, and the totals', async () => {
    const answer = await get('/api/endpoints/Sales/audit-count');

    expect(answer.text).toBe(
      '[{"utc_date":"2024-04-29T00:00:00Z","count":2},{"utc_date":"2024-04-30T00:00:00Z","count":8},{"utc_date":"2024-05-01T00:00:00Z","count":20}]',
    );
    expect(answer.headers['total-count']).toBe('4');
  });

  it('reaches members with the endpoint’s name as it came', async () => {
    const target = '/api/endpoints/Sales%2FEU%20%252F/audit-count';
    await get(target);

    for (const fake of federation.all) expect(fake.requests.at(-1)?.target).toBe(target);
  });

  it('holds what the others count while one audit fails', async () => {
    await whileAuditOf('us', async () => {
      const answer = await get('/api/endpoints/Sales/audit-count');

      expect(fieldOfRows(answer, 'count')).toEqual([2, 4]);
      expect(answer.headers['x-particular-incomplete-results']).toMatch(/:error$/);
    });
  });
});
