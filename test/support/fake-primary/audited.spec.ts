import { afterEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import type { AuditOutcome } from './audits.js';
import { deterministicGuid } from './deterministic-guid.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import type { FakePrimaryOptions } from './options.js';

const auditUri = 'http://localhost:44444/api/';
let fake: FakePrimary;
let ask: Requester;

afterEach(() => fake.stop());

async function starts(options: FakePrimaryOptions = {}): Promise<void> {
  fake = await startFakePrimary(options);
  ask = requester(fake.url);
}

describe('audit-count', () => {
  const target = '/api/endpoints/Sales/audit-count';
  const audits = [
    { apiUri: auditUri, auditCounts: { Sales: { '2024-05-02': 1, '2024-05-01': 2 } } },
    { apiUri: 'http://b/api', auditCounts: { Sales: { '2024-05-02': 5 } } },
  ];

  it('sums by day, ascending, and sums the totals', async () => {
    await starts({ audits });
    const response = await ask.get(target);

    expect(response.json).toEqual([
      { utc_date: '2024-05-01T00:00:00Z', count: 2 },
      { utc_date: '2024-05-02T00:00:00Z', count: 6 },
    ]);
    expect(response.headers['total-count']).toBe('3');
  });

  it.each<AuditOutcome>(['not-found', 'fails', 'times-out'])('crashes in base when one audit %s', async (outcome) => {
    await starts({ audits: [...audits, { apiUri: 'http://c/api', outcome }] });

    expect((await ask.get(target)).status).toBe(500);
  });

  it('does not crash when the audit is left out already, nor in next', async () => {
    await starts({ audits: [...audits, { apiUri: 'http://c/api', outcome: 'refuses' }] });
    const statuses = [await ask.get(target), await ask.get(target)].map(({ status }) => status);
    fake.generation = 'next';
    fake.selfChecks();

    expect([...statuses, (await ask.get(target)).status]).toEqual([500, 200, 200]);
  });

  it('is 504 in next when nobody answered and one ran out of time', async () => {
    await starts({ generation: 'next', audits: [{ apiUri: auditUri, outcome: 'times-out' }] });
    const response = await ask.get(target);

    expect([response.status, response.headers['content-type']]).toEqual([
      504,
      'application/problem+json; charset=utf-8',
    ]);
    expect(response.json).toMatchObject({
      title: 'The query did not complete within the allowed query time',
      status: 504,
    });
  });
});

describe('sagas', () => {
  const id = deterministicGuid('saga');
  const saga = (...times: readonly string[]): object => ({
    id,
    sagaType: 'Order',
    changes: times.map((finish_time) => ({ finish_time, status: 'updated' })),
  });

  it('of one audit keep their order, of several are newest first', async () => {
    const [one, two] = [saga('2024-05-01T10:00:00Z', '2024-05-01T10:00:00.1Z'), saga('2024-05-01T10:00:00.01Z')];
    await starts({ audits: [{ apiUri: auditUri, sagas: [one as never] }] });
    const alone = (await ask.get(`/api/sagas/${id}`)).json;
    await fake.stop();
    await starts({
      audits: [
        { apiUri: auditUri, sagas: [one as never] },
        { apiUri: 'http://b/api', sagas: [two as never] },
      ],
    });
    const together = await ask.get(`/api/sagas/${id.toUpperCase()}`);

    const times = (document: unknown): readonly string[] =>
      (document as { changes: readonly { finish_time: string }[] }).changes.map(({ finish_time }) => finish_time);
    expect(times(alone)).toEqual(['2024-05-01T10:00:00Z', '2024-05-01T10:00:00.1Z']);
    expect(times(together.json)).toEqual(['2024-05-01T10:00:00.1Z', '2024-05-01T10:00:00.01Z', '2024-05-01T10:00:00Z']);
  });

  it('that nobody knows are 204 with a total, and no GUID is 400', async () => {
    await starts();
    const unknown = await ask.get(`/api/sagas/${id}`);

    expect([unknown.status, unknown.headers['total-count'], unknown.text]).toEqual([204, '0', '']);
    expect((await ask.get('/api/sagas/nobody')).status).toBe(400);
  });
});
