import { createHash } from 'node:crypto';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import { deterministicGuid } from './deterministic-guid.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import { generatedBytes } from './message-body.js';

let fake: FakePrimary;
let ask: Requester;

beforeEach(async () => {
  fake = await startFakePrimary({
    audits: [
      { apiUri: 'http://localhost:44444/api/', version: '6.17.0', bodies: { m1: 'from the audit' } },
      { apiUri: 'http://localhost:55555/api' },
    ],
  });
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

describe('GET messages/{id}/body', () => {
  it('has the stored type and length and no version of its own beside them', async () => {
    const [id = ''] = fake.hasFailedMessages([{ body: Buffer.from([0, 255, 10]), contentType: 'application/x-thing' }]);
    const response = await ask.get(`/api/messages/${id}/body`, { headers: { Range: 'bytes=1-' } });

    expect([response.status, ...response.bytes]).toEqual([200, 0, 255, 10]);
    expect([response.headers['content-type'], response.headers['content-length']]).toEqual([
      'application/x-thing',
      '3',
    ]);
    expect(response.headers['content-disposition']).toBeUndefined();
  });

  it('says text/* when no type is stored', async () => {
    const [id = ''] = fake.hasFailedMessages([{ contentType: null }]);

    expect((await ask.get(`/api/messages/${id}/body`)).headers['content-type']).toBe('text/*');
  });

  it('loses its length when it is compressed', async () => {
    const [id = ''] = fake.hasFailedMessages([{ contentType: 'text/xml', body: '<a/>' }]);
    const response = await ask.get(`/api/messages/${id}/body`, { headers: { 'Accept-Encoding': 'gzip' } });

    expect([response.headers['content-encoding'], response.headers['content-length']]).toEqual(['gzip', undefined]);
  });

  it.each([
    ['empty', null],
    ['lost', { isLost: true }],
  ] as const)('is 204 when known but %s', async (_, body) => {
    const [id = ''] = fake.hasFailedMessages([{ body }]);

    expect((await ask.get(`/api/messages/${id}/body`)).status).toBe(204);
  });

  it('finds a GUID as unique id first, then as message id, and other texts as message ids', async () => {
    const messageId = deterministicGuid('m');
    fake.hasFailedMessages([
      { messageId, body: 'by message id' },
      { messageId: 'plain text', body: 'by text' },
    ]);
    const both = async (): Promise<string> => (await ask.get(`/api/messages/${messageId}/body`)).text;
    const before = await both();
    fake.hasFailedMessages([{ uniqueId: messageId, body: 'by unique id' }]);

    expect([before, await both()]).toEqual(['by message id', 'by unique id']);
    expect((await ask.get('/api/messages/plain%20text/body')).text).toBe('by text');
    expect((await ask.get('/api/messages/nobody/body')).status).toBe(404);
  });

  it.each([
    ['ravendb', /^"A:\d+-[0-9a-f]{22}"$/],
    ['postgresql', /^"[0-9a-f-]{36}"$/],
  ] as const)('has a tag of its own on %s and answers 304 to it', async (persister, pattern) => {
    const member = await startFakePrimary({ persister });
    const [id = ''] = member.hasFailedMessages(1);
    const { headers } = await requester(member.url).get(`/api/messages/${id}/body`);
    const again = await requester(member.url).get(`/api/messages/${id}/body`, {
      headers: { 'If-None-Match': headers.etag ?? '' },
    });
    await member.stop();

    expect(headers.etag).toMatch(pattern);
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('instance_id', () => {
  it('of the member itself, or blank, means the own store', async () => {
    const [id = ''] = fake.hasFailedMessages([{ body: 'own' }]);
    const ids = ['', `?instance_id=${fake.instanceId}`, '?instance_id=', `?INSTANCE_ID=${fake.instanceId}`];

    for (const query of ids) expect((await ask.get(`/api/messages/${id}/body${query}`)).text).toBe('own');
  });

  it('of an audit passes its answer on, with its version, and its 404', async () => {
    const audit = `instance_id=${fake.audits[0]?.instanceId ?? ''}`;
    const found = await ask.get(`/api/messages/m1/body?${audit}`);
    const missing = await ask.get(`/api/messages/other/body?${audit}`);

    expect([found.status, found.text, found.headers['x-particular-version']]).toEqual([
      200,
      'from the audit',
      '6.17.0',
    ]);
    expect(missing.status).toBe(404);
  });

  it.each([
    ['refuses', 502],
    ['times-out', 504],
  ] as const)('of an audit that %s is %i', async (outcome, status) => {
    const [audit] = fake.audits;
    if (audit !== undefined) audit.outcome = outcome;
    const response = await ask.get(`/api/messages/m1/body?instance_id=${audit?.instanceId ?? ''}`);

    expect([response.status, response.headers['x-particular-version']]).toEqual([status, '6.20.0']);
  });

  it('that nobody has is 400, for a body as for a retry', async () => {
    const [id = ''] = fake.hasFailedMessages(1);
    const unknown = 'instance_id=aHR0cDovL25vYm9keQ..';
    const retry = await ask.request('POST', `/api/errors/${id}/retry?${unknown}`);
    fake.settle();

    expect([(await ask.get(`/api/messages/${id}/body?${unknown}`)).status, retry.status]).toEqual([400, 400]);
    expect(fake.message(id)?.status).toBe('unresolved');
  });

  it('that two audits share makes the member fail', async () => {
    const member = await startFakePrimary({ audits: [{ apiUri: 'http://a/api' }, { apiUri: 'http://a/api' }] });
    const shared = member.audits[0]?.instanceId ?? '';
    const response = await requester(member.url).get(`/api/messages/m1/body?instance_id=${shared}`);
    await member.stop();

    expect(response.status).toBe(500);
  });

  it('of containers is the same on each', () => {
    fake.isContainer = true;

    expect(fake.instanceId).toBe('aHR0cDovLyo6MzMzMzMvYXBp');
  });
});

describe('a large body', () => {
  const size = 20_000_000;

  function opened(id: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      httpGet(`${fake.url}messages/${id}/body`, { agent: false }, resolve).on('error', reject);
    });
  }

  it('is made on the fly and arrives whole', async () => {
    const [id = ''] = fake.hasFailedMessages([{ body: { size } }]);
    const [sent, expected] = [createHash('md5'), createHash('md5')];
    for await (const chunk of await opened(id)) sent.update(chunk as Buffer);
    for await (const chunk of generatedBytes(size)) expected.update(chunk as Buffer);

    expect(sent.digest('hex')).toBe(expected.digest('hex'));
    expect(fake.requests[0]?.bytesSent).toBe(size);
  });

  it('stops being sent when the client stops reading, and ends when it leaves', async () => {
    const [id = ''] = fake.hasFailedMessages([{ body: { size: 1_000_000_000 } }]);
    const response = await opened(id);
    response.pause();
    const [request] = fake.requests;
    let before = -1;
    while (request !== undefined && request.bytesSent !== before) {
      before = request.bytesSent;
      for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    }
    response.destroy();

    expect(request?.bytesSent).toBeLessThan(20_000_000);
    expect(await request?.ended).toBe('client gone');
  });
});
