import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import { deterministicGuid } from './deterministic-guid.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';

let raven: FakePrimary;
let ef: FakePrimary;
let ask: Requester;
let askEf: Requester;

beforeEach(async () => {
  raven = await startFakePrimary({ key: 'raven' });
  ef = await startFakePrimary({ key: 'ef', persister: 'postgresql' });
  ask = requester(raven.url);
  askEf = requester(ef.url);
});

afterEach(() => Promise.all([raven.stop(), ef.stop()]));

function statuses(fake: FakePrimary, ids: readonly string[]): readonly (string | undefined)[] {
  return ids.map((id) => fake.message(id)?.status);
}

describe('archive by id', () => {
  it.each(['POST', 'PATCH'])(
    'works by %s, from any status, and notes an event only when something changed',
    async (method) => {
      const ids = raven.hasFailedMessages([{ status: 'resolved' }, { status: 'archived' }, {}]);
      for (const id of ids) expect((await ask.request(method, `/api/errors/${id}/archive`)).status).toBe(202);
      raven.tick();

      expect(statuses(raven, ids)).toEqual(['archived', 'archived', 'archived']);
      expect(raven.eventLog.map(({ eventType }) => eventType)).toEqual([
        'FailedMessageArchived',
        'FailedMessageArchived',
      ]);
    },
  );

  it('of an unknown id harms only that id', async () => {
    const ids = raven.hasFailedMessages(2);
    await ask.send('PATCH', '/api/errors/archive/', [...ids, 'nobody']);
    raven.tick();

    expect(statuses(raven, ids)).toEqual(['archived', 'archived']);
    expect(raven.faultLog.map(({ subject }) => subject)).toEqual(['nobody']);
  });

  it('of an empty list is accepted and does nothing', async () => {
    expect((await ask.send('PATCH', '/api/errors/archive', [])).status).toBe(202);
    raven.tick();
    expect(raven.eventLog).toEqual([]);
  });
});

describe('unarchive', () => {
  it('of a batch with one unknown id fails whole on RavenDB and works on EF', async () => {
    const ravenIds = raven.hasFailedMessages(2, { status: 'archived' });
    const efIds = ef.hasFailedMessages(2, { status: 'archived' });
    await ask.send('PATCH', '/api/errors/unarchive', [...ravenIds, deterministicGuid('x')]);
    await askEf.send('PATCH', '/api/errors/unarchive', [...efIds, deterministicGuid('x')]);
    raven.tick();
    ef.tick();

    expect([statuses(raven, ravenIds), statuses(ef, efIds)]).toEqual([
      ['archived', 'archived'],
      ['unresolved', 'unresolved'],
    ]);
    expect([raven.faultLog.length, ef.faultLog.length]).toEqual([1, 0]);
    expect(ef.eventLog.map(({ description }) => description)).toEqual(['2 failed message(s) restored']);
  });

  it('of a range takes what was last modified in it', async () => {
    const ids = raven.hasFailedMessages([
      { status: 'archived', lastModified: '2024-05-01T10:00:00Z' },
      { status: 'archived', lastModified: '2024-05-01T12:00:00Z' },
      { status: 'resolved', lastModified: '2024-05-01T10:00:00Z' },
    ]);
    const range = await ask.request(
      'PATCH',
      '/api/errors/2024-05-01T09:00:00.000Z...2024-05-01T11:00:00.000Z/unarchive',
    );
    const nonsense = await ask.request('PATCH', '/api/errors/yesterday...today/unarchive');
    raven.tick();

    expect([range.status, nonsense.status]).toEqual([202, 400]);
    expect(statuses(raven, ids)).toEqual(['unresolved', 'archived', 'resolved']);
  });
});

describe('retry', () => {
  it('by ids skips unknown ones and still writes history', async () => {
    const [known = ''] = raven.hasFailedMessages(1);
    await ask.send('POST', '/api/errors/retry', [known, 'nobody']);
    await ask.send('POST', '/api/errors/retry', ['nobody']);
    raven.settle();

    expect(statuses(raven, [known])).toEqual(['retryIssued']);
    expect(raven.state.history.toJson()).toMatchObject({
      historic_operations: [
        { request_id: deterministicGuid('nobody'), number_of_messages_processed: 0 },
        {
          request_id: deterministicGuid(known, 'nobody'),
          retry_type: 'multipleMessages',
          start_time: '0001-01-01T00:00:00',
          number_of_messages_processed: 1,
        },
      ],
      unacknowledged_operations: [],
    });
    expect(raven.faultLog).toEqual([]);
  });

  it('of one that another retry took and that has not come back is skipped; the pending form is not', async () => {
    const ids = raven.hasFailedMessages(1);
    const processed: number[] = [];
    for (const path of ['errors/retry', 'errors/retry', 'pendingretries/retry']) {
      await ask.send('POST', `/api/${path}`, ids);
      raven.settle();
      processed.push(raven.state.history.historicOperations[0]?.processed ?? -1);
    }

    expect(processed).toEqual([1, 0, 1]);
  });

  it('comes back resolved, or unresolved with one attempt more', async () => {
    const [good = '', bad = ''] = raven.hasFailedMessages(2);
    await ask.send('POST', '/api/errors/retry', [good, bad]);
    raven.settle();
    raven.endpointProcesses(good, 'success');
    raven.endpointProcesses(bad, 'failure');

    expect(statuses(raven, [good, bad])).toEqual(['resolved', 'unresolved']);
    expect((await ask.get(`/api/errors/last/${bad}`)).json).toMatchObject({ number_of_processing_attempts: 2 });
  });

  it.each([
    ['errors/retry/all', ['retryIssued', 'retryIssued', 'archived'], 'all', 'All'],
    ['errors/Sales/retry/all', ['retryIssued', 'unresolved', 'archived'], 'allForEndpoint', 'Sales'],
    ['errors/queues/Billing%40SRV2/retry', ['unresolved', 'retryIssued', 'archived'], 'byQueueAddress', 'Billing@SRV2'],
  ])('%s', async (path, expected, type, requestId) => {
    const ids = raven.hasFailedMessages([
      { endpoint: 'Sales' },
      { endpoint: 'Billing' },
      { endpoint: 'Sales', status: 'archived' },
    ]);
    expect((await ask.request('POST', `/api/${path}`)).status).toBe(202);
    raven.settle();

    expect(statuses(raven, ids)).toEqual(expected);
    expect(raven.state.history.unacknowledged).toMatchObject([{ retryType: type, requestId }]);
  });

  it('of everything where there is nothing leaves no history', async () => {
    await ask.request('POST', '/api/errors/retry/all');
    raven.settle();

    expect(raven.state.history.historicOperations).toEqual([]);
  });

  it('by endpoint or queue compares names exactly on EF and without case on RavenDB', async () => {
    const ids = [
      raven.hasFailedMessages(1, { endpoint: 'Sales' }),
      ef.hasFailedMessages(1, { endpoint: 'Sales' }),
    ].flat();
    await ask.request('POST', '/api/errors/sales/retry/all');
    await askEf.request('POST', '/api/errors/sales/retry/all');
    raven.settle();
    ef.settle();

    expect([raven.message(ids[0] ?? '')?.status, ef.message(ids[1] ?? '')?.status]).toEqual([
      'retryIssued',
      'unresolved',
    ]);
  });

  it('keeps ten in the history', async () => {
    for (let k = 0; k < 12; k += 1) {
      await ask.send('POST', '/api/errors/retry', [`nobody-${String(k)}`]);
      raven.settle();
    }

    expect(raven.state.history.historicOperations.map(({ requestId }) => requestId).at(-1)).toBe(
      deterministicGuid('nobody-2'),
    );
  });

  it('survives a restart while it waits, not the state of a running one', async () => {
    const ids = raven.hasFailedMessages(1);
    await ask.send('POST', '/api/errors/retry', ids);
    raven.restart();
    raven.settle();

    expect(statuses(raven, ids)).toEqual(['retryIssued']);
  });
});

describe('pending retries', () => {
  const from = '2024-05-01T09:00:00Z';
  const to = '2024-05-01T11:00:00Z';
  const issued = { status: 'retryIssued', lastModified: '2024-05-01T10:00:00Z' } as const;

  it('resolve by ids or, without them, by range', async () => {
    const ids = raven.hasFailedMessages([issued, issued, { ...issued, lastModified: '2024-05-01T12:00:00Z' }, {}]);
    await ask.send('PATCH', '/api/pendingretries/resolve', { uniquemessageids: [ids[0]], from, to });
    raven.settle();
    expect(statuses(raven, ids)).toEqual(['resolved', 'retryIssued', 'retryIssued', 'unresolved']);
    await ask.send('PATCH', '/api/pendingretries/resolve', { FROM: from, To: to });
    raven.settle();

    expect(statuses(raven, ids)).toEqual(['resolved', 'resolved', 'retryIssued', 'unresolved']);
  });

  it('resolve notes an event for an unknown id too', async () => {
    await ask.send('PATCH', '/api/pendingretries/resolve', { uniquemessageids: ['nobody'] });
    raven.settle();

    expect(raven.eventLog).toMatchObject([
      { eventType: 'MessageFailureResolvedManually', relatedTo: ['/message/nobody'] },
    ]);
    expect(raven.faultLog).toEqual([]);
  });

  it.each([
    [{}, 422, ['From']],
    [{ from }, 422, ['To']],
    [{ uniquemessageids: [], from }, 202, []],
    [{ uniquemessageids: [null] }, 422, ['UniqueMessageIds']],
    [{ from: 'x', to }, 400, ['type', 'title', 'status', 'errors', 'traceId']],
  ])('resolve of %j answers %i', async (body, status, keys) => {
    const response = await ask.send('PATCH', '/api/pendingretries/resolve', body);

    expect([response.status, response.text === '' ? [] : Object.keys(response.json as object)]).toEqual([status, keys]);
  });

  it('by queue need a queue, and without dates find nothing', async () => {
    const ids = raven.hasFailedMessages(1, { ...issued, queue: 'Sales@SRV2' });
    const without = await ask.send('PATCH', '/api/pendingretries/queues/resolve', { from, to });
    await ask.send('PATCH', '/api/pendingretries/queues/resolve', { queueaddress: 'Sales@SRV2' });
    raven.settle();
    expect([without.status, ...statuses(raven, ids)]).toEqual([400, 'retryIssued']);
    await ask.send('PATCH', '/api/pendingretries/queues/resolve', { queueaddress: 'Sales@SRV2', from, to });
    raven.settle();

    expect(statuses(raven, ids)).toEqual(['resolved']);
  });

  it('retry knows no range', async () => {
    expect((await ask.send('POST', '/api/pendingretries/retry', { from, to })).status).toBe(400);
  });
});

describe('an edit', () => {
  const edited = { message_body: 'new', message_headers: {} };

  it('resolves the original once and remembers it for good', async () => {
    const [id = ''] = raven.hasFailedMessages([{ messageId: null, headers: {}, exceptionType: null, queue: null }]);
    const { headers } = raven.message(id)?.last ?? { headers: {} };
    const first = await ask.send('POST', `/api/edit/${id}`, { ...edited, message_headers: headers });
    raven.tick();
    const second = await ask.send('POST', `/api/edit/${id}`, edited);

    expect([first.status, first.text]).toEqual([202, '{"edit_ignored":false}']);
    expect([second.status, second.text]).toEqual([200, '{"edit_ignored":true}']);
    expect(raven.message(id)?.status).toBe('resolved');
    expect(raven.state.sentEdits).toMatchObject([{ editOf: id, body: 'new' }]);
  });

  it.each([
    ['an unknown id', 'nobody', edited, 400],
    ['no headers', undefined, { message_body: 'new' }, 500],
    ['a locked header removed', undefined, edited, 400],
    ['a blank body', undefined, { message_body: ' ', keepsHeaders: true }, 400],
  ])('with %s', async (_, id, body, status) => {
    const [known = ''] = raven.hasFailedMessages(1);
    const headers = raven.message(known)?.last.headers;
    const sent = 'keepsHeaders' in body ? { ...body, message_headers: headers } : body;

    expect((await ask.send('POST', `/api/edit/${id ?? known}`, sent)).status).toBe(status);
  });

  it('is 404 where editing is switched off, and the configuration says so', async () => {
    raven.isEditingEnabled = false;
    const [id = ''] = raven.hasFailedMessages(1);

    expect((await ask.send('POST', `/api/edit/${id}`, edited)).status).toBe(404);
    expect((await ask.get('/api/edit/config')).json).toMatchObject({ enabled: false });
  });
});
