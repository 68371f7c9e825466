import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fault } from '../support/http/faults.js';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const archive = '/api/errors/archive';
const perMember = 3;

let federation: Federation<Key>;
/** Ids of each member's messages, and those of all in mixed order; the gateway has listed them, so it knows whose they are. */
let owned: Readonly<Record<Key, readonly string[]>>;
let mixed: readonly string[];

beforeEach(async () => {
  federation = await startFederation(keys, {
    settings: { federation: { writeTimeout: '400ms', probeInterval: '1h', nameMembersBy: 'key', microCache: '0s' } },
  });
  const { members, gateway, all } = federation;
  owned = {
    eu: members.eu.hasFailedMessages(perMember),
    us: members.us.hasFailedMessages(perMember),
    ap: members.ap.hasFailedMessages(perMember),
  };
  mixed = Array.from({ length: 9 }, (_, at) => owned[keys[at % 3] ?? 'eu'][Math.floor(at / 3)] ?? '');
  await gateway.get('/api/errors');
  for (const fake of all) fake.clearRequests();
});

afterEach(() => federation.stop());

const group = (...ids: readonly string[]): object => ({ count: ids.length, ids });
const incompleteIn = (answer: Response): unknown => answer.headers['x-particular-incomplete-results'];

/** How often each member got the command, and which of its messages are archived after all is done. */
function commandsAt(key: Key): { readonly requests: number; readonly archived: number } {
  const fake = federation.members[key];
  fake.settle();
  return {
    requests: fake.requestsTo('PATCH', archive).length,
    archived: fake.messages().filter(({ status }) => status === 'archived').length,
  };
}

async function archiveWhile(failing: Key, fault: Fault | 'refuse'): Promise<Response> {
  const fake = federation.members[failing];
  if (fault === 'refuse') await fake.stop();
  else fake.faults.add(fault, { path: archive });
  return federation.gateway.send('PATCH', archive, mixed);
}

function expectDoneWithout(failing: Key): void {
  for (const key of keys.filter((other) => other !== failing)) {
    expect(commandsAt(key)).toEqual({ requests: 1, archived: perMember });
    expect(federation.members[key].requestsTo('PATCH', archive)[0]?.json).toEqual(owned[key]);
  }
}

const reset: Fault = { kind: 'reset', when: 'before-headers' };

describe.each<Key>(['eu', 'us', 'ap'])('a list of ids of which %s owns some', (failing) => {
  const others = keys.filter((key) => key !== failing);

  it('and refuses connections: the rest is sent, and its ids are named as not sent', async () => {
    const answer = await archiveWhile(failing, 'refuse');

    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'application/problem+json']);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.headers['x-federation-outcome']).toBe(
      keys.map((key) => `${key}=${key === failing ? 'unavailable' : '202'}`).join(', '),
    );
    expect(incompleteIn(answer)).toBe(`${failing}:unavailable`);
    expect(answer.json).toMatchObject({
      status: 503,
      accepted: group(...others.flatMap((key) => owned[key])),
      not_sent: group(...owned[failing]),
      unknown: group(),
      members: [{ key: failing, reason: 'unavailable' }],
    });
    expectDoneWithout(failing);
  });

  it.each<[string, Fault, string, number]>([
    ['does it, and its answer is lost', reset, 'unavailable', perMember],
    ['does it, and never answers', { kind: 'never-answer' }, 'timeout', perMember],
    ['breaks off without having read it', { ...reset, executes: false }, 'unavailable', 0],
    ['is behind a sign-in page', { kind: 'html' }, 'error', 0],
  ])('and %s: it may have been executed, and is not tried again', async (_, fault, word, archived) => {
    const answer = await archiveWhile(failing, fault);

    expect(answer.status).toBe(504);
    expect(answer.headers['x-federation-outcome']).toContain(`${failing}=${word}`);
    expect(incompleteIn(answer)).toBe(`${failing}:${word}`);
    expect(answer.json).toMatchObject({
      detail: expect.stringMatching(/may have been executed/),
      not_sent: group(),
      unknown: group(...owned[failing]),
    });
    expect(commandsAt(failing)).toEqual({ requests: 1, archived });
    expectDoneWithout(failing);
  });
});

describe('a list of ids of which us owns some', () => {
  it.each<[string, Fault, string]>([
    ['fails', { kind: 'crash' }, '500'],
    ['is behind something that sends elsewhere', { kind: 'redirect', location: 'http://127.0.0.1:9/' }, '302'],
  ])('and %s: 502, its ids as unknown', async (_, fault, word) => {
    const answer = await archiveWhile('us', fault);

    expect([answer.status, answer.headers['content-type']]).toEqual([502, 'application/problem+json']);
    expect(answer.headers['x-federation-outcome']).toContain(`us=${word}`);
    expect(incompleteIn(answer)).toBe('us:error');
    expect(answer.json).toMatchObject({ not_sent: group(), unknown: group(...owned.us) });
    expectDoneWithout('us');
  });

  it.each([400, 403, 413, 415, 422])(
    'and refuses them with %s: its own answer, and that the others took theirs',
    async (status) => {
      const body = '{"messageIds":["refused"]}';
      const answer = await archiveWhile('us', {
        kind: 'status',
        status,
        body,
        headers: { 'X-Particular-Reason': 'because' },
      });

      expect([answer.status, answer.text]).toEqual([status, body]);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['x-particular-reason']).toBe('because');
      expect(answer.headers['x-federation-outcome']).toBe(`eu=202, us=${String(status)}, ap=202`);
      expectDoneWithout('us');
    },
  );
});

describe('several owners that fail differently', () => {
  it('give the worst status: what may have run counts more than what was not sent', async () => {
    const { gateway, members } = federation;
    await members.eu.stop();
    members.us.faults.add(reset, { path: archive });

    const answer = await gateway.send('PATCH', archive, mixed);

    expect(answer.status).toBe(504);
    expect(answer.json).toMatchObject({
      accepted: group(...owned.ap),
      not_sent: group(...owned.eu),
      unknown: group(...owned.us),
    });
  });

  it('give the first refusal in member order', async () => {
    const { gateway, members } = federation;
    members.us.faults.add({ kind: 'status', status: 422, body: '{"from":"us"}' }, { path: archive });
    members.ap.faults.add({ kind: 'status', status: 400, body: '{"from":"ap"}' }, { path: archive });

    const answer = await gateway.send('PATCH', archive, mixed);

    expect([answer.status, answer.text]).toEqual([422, '{"from":"us"}']);
    expect(answer.headers['x-federation-outcome']).toBe('eu=202, us=422, ap=400');
  });
});

describe('one message', () => {
  it.each<[string, Fault, number]>([
    ['is retried and the answer is lost', reset, 504],
    ['is retried and the answer is cut', { kind: 'raw', text: 'HTTP/1.1 2' }, 504],
    ['is retried and the member fails', { kind: 'crash' }, 502],
  ])('%s: the operator is told to look before repeating', async (_, fault, status) => {
    const { gateway, members } = federation;
    const [id = ''] = owned.us;
    members.us.faults.add(fault);

    const answer = await gateway.request('POST', `/api/errors/${id}/retry`);

    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ detail: expect.stringMatching(/may have been executed/), unknown: group(id) });
    expect(members.us.requestsTo('POST', '/').length).toBeLessThanOrEqual(1);
    expect([...members.eu.requests, ...members.ap.requests]).toEqual([]);
  });

  it('whose owner cuts the connection at once reached it at most once, and the answer fits', async () => {
    const { gateway, members } = federation;
    const [id = ''] = owned.us;
    members.us.faults.add({ kind: 'reset', when: 'connected' });

    const answer = await gateway.request('POST', `/api/errors/${id}/retry`);

    const wasSent = answer.status === 504;
    expect(wasSent || answer.status === 503).toBe(true);
    expect(answer.json).toMatchObject(wasSent ? { unknown: group(id) } : { not_sent: group(id) });
    expect(members.us.requests.length).toBeLessThanOrEqual(wasSent ? 1 : 0);
  });

  it('whose owner refuses connections was sent nothing, and that is said', async () => {
    const [id = ''] = owned.us;
    await federation.members.us.stop();

    const answer = await federation.gateway.request('POST', `/api/errors/${id}/retry`);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([
      503,
      'eu=not-asked, us=unavailable, ap=not-asked',
    ]);
    expect(answer.json).toMatchObject({ not_sent: group(id), unknown: group() });
  });

  it('retried twice at the same moment is retried twice: nothing is coalesced, nothing is added', async () => {
    const [id = ''] = owned.us;
    const retry = (): Promise<Response> => federation.gateway.request('POST', `/api/errors/${id}/retry`);

    const answers = await Promise.all([retry(), retry()]);

    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(federation.members.us.requestsTo('POST', `/api/errors/${id}/retry`)).toHaveLength(2);
    expect([...federation.members.eu.requests, ...federation.members.ap.requests]).toEqual([]);
  });
});
