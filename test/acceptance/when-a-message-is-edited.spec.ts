import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

const both = { uniqueId: 'aaaaaaaa-0000-0000-0000-000000000001' };

let federation: Federation<Key>;

beforeEach(async () => {
  federation = await startFederation(keys, {
    settings: { federation: { writeTimeout: '400ms', probeInterval: '1h', nameMembersBy: 'key', microCache: '0s' } },
  });
});

afterEach(() => federation.stop());

/** Headers as they were, so that no locked one is changed. */
async function edit(id: string, body = '{"changed":true}'): Promise<Response> {
  const { json } = await federation.gateway.get(`/api/errors/${id}`);
  const attempts = (json as { processing_attempts: { headers: object }[] }).processing_attempts;
  const text = { message_body: body, message_headers: attempts.at(-1)?.headers };
  return federation.gateway.send('POST', `/api/edit/${id}`, text);
}

const editsAt = (key: Key): number => federation.members[key].requestsTo('POST', '/api/edit/').length;

describe('a message that one member has', () => {
  it('is edited there, byte for byte, and nowhere else', async () => {
    const [id = ''] = federation.members.us.hasFailedMessages(1);

    const answer = await edit(id);

    expect([answer.status, answer.json]).toEqual([202, { edit_ignored: false }]);
    expect(answer.headers['x-federation-outcome']).toBe('eu=not-asked, us=202, ap=not-asked');
    federation.members.us.settle();
    expect(federation.members.us.state.sentEdits).toMatchObject([{ editOf: id, body: '{"changed":true}' }]);
    expect(keys.map(editsAt)).toEqual([0, 1, 0]);
  });

  it('edited a second time is ignored, in the member’s own words', async () => {
    const [id = ''] = federation.members.us.hasFailedMessages(1);
    await edit(id);
    federation.members.us.settle();

    const answer = await edit(id);

    expect([answer.status, answer.text]).toEqual([200, '{"edit_ignored":true}']);
    expect(keys.map(editsAt)).toEqual([0, 2, 0]);
  });

  it('is refused in the member’s own words when a locked header is changed', async () => {
    const [id = ''] = federation.members.us.hasFailedMessages(1);
    await federation.gateway.get('/api/errors');

    const answer = await federation.gateway.send('POST', `/api/edit/${id}`, {
      message_body: 'x',
      message_headers: { 'NServiceBus.MessageId': 'another' },
    });

    expect(answer.status).toBe(400);
    expect(answer.headers['x-federation-outcome']).toBe('eu=not-asked, us=400, ap=not-asked');
  });

  it('is never edited twice, however its answer is lost', async () => {
    const { members } = federation;
    const [id = ''] = members.us.hasFailedMessages(1);
    members.us.faults.add({ kind: 'truncate', framing: 'length-unmet' }, { path: '/api/edit' });

    const answer = await edit(id);

    expect(answer.status).toBe(504);
    expect(answer.json).toMatchObject({
      detail: expect.stringMatching(/may have been executed/),
      unknown: { ids: [id] },
    });
    members.us.settle();
    expect(members.us.state.sentEdits).toHaveLength(1);
    expect(keys.map(editsAt)).toEqual([0, 1, 0]);
  });
});

describe('a message that two members have', () => {
  const times = { eu: '2024-01-01T00:00:00Z', us: '2024-01-02T00:00:00Z' };

  beforeEach(() => {
    for (const key of ['eu', 'us'] as const)
      federation.members[key].hasFailedMessages([{ ...both, timeSent: times[key] }]);
  });

  it('is edited once, at the first in member order, when nobody looked at a list', async () => {
    const answer = await edit(both.uniqueId);

    expect(answer.headers['x-federation-outcome']).toBe('eu=202, us=not-asked, ap=not-asked');
    expect(keys.map(editsAt)).toEqual([1, 0, 0]);
  });

  it('is edited once, at the member whose row was listed', async () => {
    // The first page holds the newer row alone.
    await federation.gateway.get('/api/errors?page=1&per_page=1&sort=time_sent&direction=desc');

    const answer = await federation.gateway.send('POST', `/api/edit/${both.uniqueId}`, {
      message_body: 'x',
      message_headers: {},
    });

    expect(answer.headers['x-federation-outcome']).toMatch(/^eu=not-asked, us=\d+, ap=not-asked$/);
    expect(keys.map(editsAt)).toEqual([0, 1, 0]);
  });
});

describe('a message that nobody has', () => {
  it('is a 404, and nothing is sent', async () => {
    const answer = await federation.gateway.send('POST', `/api/edit/${both.uniqueId}`, {
      message_body: 'x',
      message_headers: {},
    });

    expect(answer.status).toBe(404);
    expect(keys.map(editsAt)).toEqual([0, 0, 0]);
  });
});
