import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Installation, startInstallations, stopInstallations } from '../installation.js';
import { requester, type Response } from '../requester.js';
import { ControlClient } from './control-client.js';
import { type ControlPort, startControlPort } from './control-port.js';

let eu: Installation;
let us: Installation;
let port: ControlPort;
let control: ControlClient;

beforeEach(async () => {
  [eu, us] = await startInstallations([{ key: 'eu', name: 'Europe', persister: 'postgresql' }, 'us']);
  port = await startControlPort([eu, us]);
  control = new ControlClient(port.url);
});

afterEach(async () => {
  await port.stop();
  await stopInstallations([eu, us]);
});

function raw(method: string, target: string, body?: string): Promise<Response> {
  return requester(port.url).request(method, target, body === undefined ? {} : { body });
}

describe('GET /installations', () => {
  it('shows who they are, where, in which state, and what they hold', async () => {
    eu.primary.hasFailedMessages(3);
    await us.monitoring.stop();
    await requester(us.primary.url).get('/api/errors');

    expect(await control.installations()).toEqual([
      {
        ...eu.member,
        persister: 'postgresql',
        version: '6.20.0',
        monitoring_version: '6.20.0',
        listening: { primary: true, monitoring: true },
        failed_messages: 3,
        requests: { primary: 0, monitoring: 0 },
      },
      expect.objectContaining({
        key: 'us',
        listening: { primary: true, monitoring: false },
        requests: { primary: 1, monitoring: 0 },
      }),
    ]);
    expect((await raw('GET', '/installations/us')).json).toMatchObject({ key: 'us', persister: 'ravendb' });
  });
});

describe('failed messages', () => {
  it('are added to one installation, all alike in what is said', async () => {
    const ids = await control.hasFailedMessages('us', 2, { endpoint: 'Sales', exceptionMessage: 'no stock' });

    expect(us.primary.messages().map(({ uniqueId }) => uniqueId)).toEqual(ids);
    const { json } = await requester(us.primary.url).get('/api/endpoints/Sales/errors');
    expect(json).toEqual([
      expect.objectContaining({ exception: expect.objectContaining({ message: 'no stock' }) }),
      expect.objectContaining({ exception: expect.objectContaining({ message: 'no stock' }) }),
    ]);
    expect(eu.primary.messages()).toEqual([]);
  });
});

describe('a tick', () => {
  it('lets accepted commands run and tells whether more is to come', async () => {
    const [id = ''] = await control.hasFailedMessages('eu', 1);
    await requester(eu.primary.url).send('PATCH', '/api/errors/archive', [id]);

    expect(eu.primary.message(id)?.status).toBe('unresolved');
    expect(await control.tick('eu')).toEqual({ settled: true, faults_logged: 0 });
    expect(eu.primary.message(id)?.status).toBe('archived');
  });

  it('may be many, or as many as it takes', async () => {
    await requester(eu.primary.url).send('PATCH', '/api/errors/archive', ['00000000-0000-0000-0000-000000000001']);

    expect(await control.settle('eu')).toEqual({ settled: true, faults_logged: 1 });
    expect(await control.tick('eu', 3)).toEqual({ settled: true, faults_logged: 1 });
    expect(await control.faultLog('eu')).toEqual([expect.objectContaining({ subject: expect.any(String) })]);
    expect(await control.faultLog('us')).toEqual([]);
  });
});

describe('stopping and starting', () => {
  it('is for both parts, or for one', async () => {
    await control.stop('eu');
    expect([eu.primary.isListening, eu.monitoring.isListening]).toEqual([false, false]);

    await control.start('eu', 'monitoring');
    expect([eu.primary.isListening, eu.monitoring.isListening]).toEqual([false, true]);

    await control.start('eu');
    expect([eu.primary.isListening, eu.monitoring.isListening]).toEqual([true, true]);
  });
});

describe('version and persister', () => {
  it('are changed while everything runs', async () => {
    await control.useVersion('us', '6.18.0');
    await control.useVersion('us', '6.14.0', 'monitoring');
    await control.usePersister('us', 'sqlserver');

    expect((await control.installations())[1]).toMatchObject({
      version: '6.18.0',
      monitoring_version: '6.14.0',
      persister: 'sqlserver',
      listening: { primary: true },
    });
  });
});

describe('faults', () => {
  const busy = { fault: { kind: 'status', status: 503 }, path: '/api/errors', times: 2 } as const;

  it('are set at one part in the place of those before, shown and cleared', async () => {
    await control.setFaults('eu', 'primary', [{ fault: { kind: 'crash' } }]);
    await control.setFaults('eu', 'primary', [busy]);

    expect(await control.faults('eu')).toEqual([{ part: 'primary', ...busy }]);
    expect((await requester(eu.primary.url).get('/api/errors')).status).toBe(503);
    expect((await requester(eu.monitoring.url).get('/')).status).toBe(200);

    await control.clearFaults('eu');
    expect((await requester(eu.primary.url).get('/api/errors')).status).toBe(200);
  });

  it('may be set one at a time, and at both parts', async () => {
    const { status } = await raw('PUT', '/installations/us/faults', '{"fault":{"kind":"crash"}}');

    expect(status).toBe(204);
    expect((await control.faults('us')).map(({ part }) => part)).toEqual(['primary', 'monitoring']);
  });

  it.each([
    '{}',
    '[1]',
    '{"fault":{"kind":"explode"}}',
    '{"fault":{"kind":"rewrite"}}',
    '{"fault":{"kind":"toString"}}',
  ])('are refused when they are none: %s', async (body) => {
    const { status, json } = await raw('PUT', '/installations/us/faults', body);

    expect([status, json]).toEqual([400, { error: expect.stringContaining('one of delay, hold, never-answer') }]);
    expect(us.primary.faults.list()).toEqual([]);
  });
});

describe('requests', () => {
  beforeEach(async () => {
    // So that no two of them arrive in the same millisecond.
    for (const part of [eu.primary, eu.monitoring]) part.faults.add({ kind: 'delay', ms: 5 });
    await requester(eu.primary.url).send('PATCH', '/api/errors/archive', ['a']);
    await requester(eu.monitoring.url).get('/monitored-endpoints?history=5');
    await requester(eu.primary.url).get('/api/errors?page=2');
  });

  it('are counted and shown as they came, of both parts, oldest first', async () => {
    const { json } = await raw('GET', '/installations/eu/requests');

    expect(json).toMatchObject({
      count: 3,
      requests: [
        { part: 'primary', method: 'PATCH', target: '/api/errors/archive', body: '["a"]', finished: 'complete' },
        { part: 'monitoring', method: 'GET', target: '/monitored-endpoints?history=5', body: '' },
        { part: 'primary', method: 'GET', target: '/api/errors?page=2' },
      ],
    });
    const [first] = await control.requests('eu');
    expect(first?.headers).toContainEqual(['Content-Type', 'application/json']);
    expect(first?.ended_at).toBeGreaterThanOrEqual(first?.at ?? NaN);
  });

  it('can be narrowed down and forgotten', async () => {
    expect(await control.requests('eu', { method: 'patch' })).toHaveLength(1);
    expect(await control.requests('eu', { path: '/api/errors?' })).toHaveLength(1);
    expect(await control.requests('eu', { part: 'monitoring' })).toHaveLength(1);

    await control.clearRequests('eu', 'monitoring');
    expect(await control.requests('eu')).toHaveLength(2);
    await control.clearRequests('eu');
    expect(await control.requests('eu')).toEqual([]);
  });
});

describe('a mistake', () => {
  it.each([
    ['GET', '/', 404, 'there is nothing at /'],
    ['GET', '/installations/ap', 404, 'there is no installation ap'],
    ['POST', '/installations/eu/dance', 404, 'there is nothing at /installations/eu/dance'],
    ['POST', '/installations/eu/toString', 404, 'there is nothing at /installations/eu/toString'],
    ['PUT', '/installations/eu/tick', 405, 'tick takes POST'],
    ['POST', '/installations/eu/stop?part=all', 400, 'part must be primary or monitoring'],
  ])('in %s %s is told', async (method, target, status, error) => {
    const answer = await raw(method, target);

    expect([answer.status, answer.json]).toEqual([status, { error }]);
  });

  it.each([
    ['POST', 'failed-messages', '{"count":', 'the body must be JSON'],
    ['POST', 'failed-messages', '{"count":"3"}', 'count must be a whole number of at least 1'],
    ['POST', 'failed-messages', '{"count":0}', 'count must be a whole number of at least 1'],
    ['POST', 'tick', '{"times":1.5}', 'times must be a whole number of at least 1'],
    ['POST', 'failed-messages', '{"like":7}', 'like must be an object'],
    ['PUT', 'version', '{}', 'version must be a text'],
    ['PUT', 'persister', '{"persister":"mongo"}', 'persister must be one of ravendb, postgresql, sqlserver'],
    ['PUT', 'faults', '{"fault":{"kind":"hold"},"times":"2"}', 'times must be a number'],
  ])('in the body of %s %s is told: %s', async (method, action, body, error) => {
    const answer = await raw(method, `/installations/eu/${action}`, body);

    expect([answer.status, answer.json]).toEqual([400, { error }]);
  });

  it('in the name of a field is told with the names there are', async () => {
    await expect(control.hasFailedMessages('eu', 1, { colour: 'red' } as object)).rejects.toThrow(
      'like has no field colour; it has messageId, uniqueId, messageType',
    );
    expect(eu.primary.messages()).toEqual([]);
  });
});
