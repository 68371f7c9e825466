import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { instantFrom } from '../support/fake-primary/instant.js';
import type { RetentionPurge } from '../support/fake-primary/retention-purge.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const purgeRoute = '/api/maintenance/retention/purge';

let federation: Federation<Key>;

beforeEach(async () => {
  const later = { generation: 'next', persister: 'postgresql' } as const;
  federation = await startFederation(keys, {
    members: { eu: later, us: later, ap: later },
    settings: { federation: { nameMembersBy: 'key', microCache: '0s' } },
  });
});

afterEach(() => federation.stop());

const purge = (cutoffs: object = {}) => federation.gateway.send('POST', purgeRoute, cutoffs);
const status = () => federation.gateway.get(`${purgeRoute}/status`);
const outcomes = (answer: { headers: Record<string, unknown> }) => answer.headers['x-federation-outcome'];

function was(key: Key, purged: Partial<RetentionPurge>): void {
  const { state } = federation.members[key];
  state.purge = { ...state.purge, ...purged };
}

describe('POST /api/maintenance/retention/purge', () => {
  it('starts on every member, with the same cut-offs', async () => {
    const answer = await purge({ error_cutoff: '2024-04-01T00:00:00Z' });

    expect([answer.status, outcomes(answer)]).toEqual([202, 'eu=202, us=202, ap=202']);
    expect(answer.json).toMatchObject({ status: 'started', error_cutoff: '2024-04-01T00:00:00Z' });
    expect(federation.all.map(({ state }) => state.purge.lastErrorCutoff)).toEqual(
      Array(3).fill('2024-04-01T00:00:00Z'),
    );
  });

  it('is refused in the words of the member that is at it already', async () => {
    was('us', { isRunning: true, lastStartedAt: instantFrom('2024-05-01T09:00:00Z') });

    const answer = await purge();

    expect([answer.status, outcomes(answer)]).toEqual([409, 'eu=202, us=409, ap=202']);
    expect(answer.json).toEqual({ status: 'alreadyRunning', started_at: '2024-05-01T09:00:00Z' });
  });

  it('leaves out members that expire data by themselves or do not know the route', async () => {
    federation.members.eu.faults.add({ kind: 'status', status: 501, body: '{"status":"notSupported"}' });
    federation.members.us.generation = 'base';

    const answer = await purge();

    expect([answer.status, outcomes(answer)]).toEqual([202, 'eu=501, us=404, ap=202']);
    expect(answer.headers['x-particular-incomplete-results']).toBeUndefined();
  });

  it('is no route when no member has it', async () => {
    for (const fake of federation.all) fake.generation = 'base';

    expect((await purge()).status).toBe(404);
    expect((await status()).status).toBe(404);
  });

  it('says what members without a need for it say, when none has one', async () => {
    for (const fake of federation.all) {
      fake.faults.add({ kind: 'status', status: 501, body: `{"reason":"${fake.key}"}` });
    }

    for (const answer of [await purge(), await status()])
      expect([answer.status, answer.text]).toEqual([501, '{"reason":"eu"}']);
  });
});

describe('GET /api/maintenance/retention/purge/status', () => {
  it('is running while any member is', async () => {
    was('us', { isRunning: true });

    expect((await status()).json).toEqual({ is_running: true });
  });

  it('ended as badly as the worst member, with the latest times', async () => {
    was('eu', { lastOutcome: 'succeeded', lastStartedAt: instantFrom('2024-05-01T08:00:00.0000002Z') });
    was('us', { lastOutcome: 'failed', lastError: 'disk full', lastFinishedAt: instantFrom('2024-05-01T08:05:00Z') });
    was('ap', {
      lastOutcome: 'cancelled',
      lastStartedAt: instantFrom('2024-05-01T08:00:00.0000001Z'),
      lastFinishedAt: instantFrom('2024-05-01T08:04:59Z'),
    });

    expect((await status()).json).toEqual({
      is_running: false,
      last_started_at: '2024-05-01T08:00:00.0000002Z',
      last_finished_at: '2024-05-01T08:05:00Z',
      last_outcome: 'failed',
      last_error: 'disk full',
    });
  });

  it('leaves out a member that cannot purge, and names one that could and does not answer', async () => {
    was('ap', { lastOutcome: 'succeeded' });
    federation.members.eu.faults.add({ kind: 'status', status: 501, body: '{}' });
    await federation.members.us.stop();

    const answer = await status();

    expect([answer.status, answer.json]).toEqual([200, { is_running: false, last_outcome: 'succeeded' }]);
    expect(answer.headers['x-particular-incomplete-results']).toBe('us:unavailable');
  });

  it('is unknown while the only member that could tell does not answer', async () => {
    for (const key of ['eu', 'ap'] as const) federation.members[key].faults.add({ kind: 'status', status: 501 });
    await federation.members.us.stop();

    expect((await status()).status).toBe(503);
  });
});
