import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { untilMemberIs } from '../support/member-states.js';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

interface Check {
  readonly id: string;
  readonly custom_check_id: string;
  readonly status: string;
  readonly reported_at: string;
  readonly failure_reason: string;
  readonly originating_endpoint: { readonly name: string; readonly host: string };
}

const failing = '/api/customchecks?status=fail&page=1';
const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

async function start(settings: object): Promise<Federation<Key>> {
  const federation = await startFederation(keys, {
    entries: { ap: { name: 'Asia Pacific' } },
    settings: { federation: { nameMembersBy: 'key', microCache: '0s', ...settings } },
  });
  for (const fake of federation.all) fake.hasCustomChecks([{ customCheckId: 'Disk', failureReason: 'full' }]);
  return federation;
}

/** Rows of the gateway's own among custom checks. */
function reportsIn(answer: Response): readonly Check[] {
  return (answer.json as readonly Check[]).filter(({ custom_check_id: id }) => id.startsWith('Federation member'));
}

describe('a member that is down', () => {
  let federation: Federation<Key>;

  beforeAll(async () => {
    federation = await start({ probeInterval: '100ms', memberTimeout: '1s' });
  });

  afterEach(async () => {
    for (const key of keys) {
      await federation.members[key].start();
      await untilMemberIs(federation.gateway, key, 'up');
    }
  });

  afterAll(() => federation.stop());

  async function untilReported(): Promise<Response> {
    for (;;) {
      const answer = await federation.gateway.get(failing);
      if (reportsIn(answer).length > 0) return answer;
    }
  }

  const dismiss = (id: string | undefined) => federation.gateway.request('DELETE', `/api/customchecks/${String(id)}`);

  it('shows as one more failing check, with what ServicePulse needs to show it', async () => {
    await federation.members.ap.stop();

    const answer = await untilReported();

    expect(answer.status).toBe(200);
    const [report, ...others] = reportsIn(answer);
    expect([report, others]).toMatchObject([
      {
        custom_check_id: 'Federation member Asia Pacific',
        category: 'Federation',
        status: 'fail',
        originating_endpoint: { name: 'Federation', host: 'Asia Pacific' },
      },
      [],
    ]);
    expect(report?.id).toMatch(guid);
    expect(report?.failure_reason).toContain('Asia Pacific');
    expect(Date.parse(report?.reported_at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('is counted, and the answer is known to be partial', async () => {
    await federation.members.us.stop();

    const answer = await untilReported();

    expect([answer.headers['total-count'], (answer.json as unknown[]).length]).toEqual(['3', 3]);
    expect(answer.headers['x-particular-incomplete-results']).toBe('us:unavailable');
    expect(answer.headers.etag).toBeUndefined();
  });

  it('stands on the page where its time puts it', async () => {
    await federation.members.ap.stop();
    await untilReported();

    const pages = await Promise.all(
      [1, 2, 3].map((page) => federation.gateway.get(`/api/customchecks?page=${String(page)}&per_page=1`)),
    );

    expect(pages.map((page) => reportsIn(page).length)).toEqual([0, 0, 1]);
    expect(pages.map(({ headers }) => headers['total-count'])).toEqual(['3', '3', '3']);
  });

  it('is no passing check', async () => {
    await federation.members.ap.stop();
    await untilReported();

    const passing = await federation.gateway.get('/api/customchecks?status=pass');

    expect([passing.text, passing.headers['total-count']]).toEqual(['[]', '0']);
  });

  it('says nothing of where the member is', async () => {
    await federation.members.ap.stop();

    expect((await untilReported()).text).not.toMatch(/127\.0\.0\.1|ECONN/);
  });

  it('is not shown where one other member alone is asked for', async () => {
    await federation.members.ap.stop();
    await untilReported();

    expect(reportsIn(await federation.gateway.get('/members/us/api/customchecks'))).toEqual([]);
  });

  it('is reported when it is the lead as well', async () => {
    await federation.members.eu.stop();

    expect(reportsIn(await untilReported()).map(({ custom_check_id: id }) => id)).toEqual(['Federation member eu']);
  });

  it('stays dismissed while it is down, and comes back with the same id when it went down again', async () => {
    const { ap } = federation.members;
    await ap.stop();
    const [report] = reportsIn(await untilReported());
    for (const fake of federation.all) fake.clearRequests();

    expect((await dismiss(report?.id)).status).toBe(202);
    const afterwards = await federation.gateway.get(failing);
    expect([reportsIn(afterwards), afterwards.headers['total-count']]).toEqual([[], '2']);
    for (const fake of federation.all) expect(fake.requestsTo('DELETE', '/')).toEqual([]);

    await ap.start();
    await untilMemberIs(federation.gateway, 'ap', 'up');
    expect(reportsIn(await federation.gateway.get(failing))).toEqual([]);
    await ap.stop();
    expect(reportsIn(await untilReported()).map(({ id }) => id)).toEqual([report?.id]);
  });

  it('is gone as soon as it answers again', async () => {
    const { ap } = federation.members;
    await ap.stop();
    await untilReported();
    await ap.start();
    await untilMemberIs(federation.gateway, 'ap', 'up');

    const answer = await federation.gateway.get(failing);

    expect([reportsIn(answer), answer.headers['total-count']]).toEqual([[], '3']);
  });
});

describe('what is not reported', () => {
  let federation: Federation<Key>;

  afterEach(() => federation.stop());

  it('is a member that failed a single time', async () => {
    federation = await start({ probeInterval: '1h' });
    await federation.members.ap.stop();
    await federation.gateway.get(failing);
    await untilMemberIs(federation.gateway, 'ap', 'down');

    const answer = await federation.gateway.get(failing);

    expect(answer.headers['x-particular-incomplete-results']).toBe('ap:unavailable');
    expect([reportsIn(answer), answer.headers['total-count']]).toEqual([[], '2']);
  });

  it('is any member, when the setting says so', async () => {
    federation = await start({ probeInterval: '100ms', reportMembersAsCustomChecks: false });
    await federation.members.ap.stop();
    await untilMemberIs(federation.gateway, 'ap', 'down');
    for (let probes = 0; probes < 3; probes += 1) await federation.members.us.nextRequestTo('GET', '/api/');

    const answer = await federation.gateway.get(failing);

    expect([reportsIn(answer), answer.headers['total-count']]).toEqual([[], '2']);
  });
});
