import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';

let fake: FakePrimary;
let ask: Requester;

beforeEach(async () => {
  fake = await startFakePrimary();
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

describe('bodies that cannot be read', () => {
  it.each([
    ['no content type', undefined, '["a"]', 415],
    ['a form', 'application/x-www-form-urlencoded', 'a=b', 415],
    ['no content type and no body', undefined, undefined, 415],
    ['another JSON type', 'application/vnd.x+json; charset=utf-8', '["a"]', 202],
    ['no body', 'application/json', undefined, 400],
    ['null', 'application/json', 'null', 400],
    ['malformed JSON', 'application/json', '["a"', 400],
    ['an object', 'application/json', '{"ids":["a"]}', 400],
    ['numbers', 'application/json', '[1]', 400],
  ])('%s', async (_, type, body, status) => {
    const response = await ask.request('PATCH', '/api/errors/archive', {
      headers: type === undefined ? {} : { 'Content-Type': type },
      ...(body === undefined ? {} : { body }),
    });

    expect(response.status).toBe(status);
    if (status !== 202) expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  it.each([
    [31, 202],
    [32, 400],
  ])('nested %i deep inside a body answer %i', async (depth, status) => {
    const ignored = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const response = await ask.request('PATCH', '/api/pendingretries/resolve', {
      headers: { 'Content-Type': 'application/json' },
      body: `{"uniquemessageids":[],"ignored":${ignored}}`,
    });

    expect(response.status).toBe(status);
  });

  it('of more than thirty million bytes are 413', async () => {
    const response = await ask.request('POST', '/api/errors/retry', {
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.alloc(30_000_001, ' '),
    });

    expect(response.status).toBe(413);
  });

  it.each([
    ['PATCH', '/api/errors/archive', 422, { messageIds: [expect.any(String)] }],
    ['POST', '/api/pendingretries/retry', 422, { ids: [expect.any(String)] }],
    ['PATCH', '/api/errors/unarchive', 400, expect.objectContaining({ title: 'Bad Request', status: 400 })],
    ['POST', '/api/errors/retry', 400, expect.objectContaining({ title: 'Bad Request', status: 400 })],
  ])('with a null or empty id: %s %s', async (method, target, status, body) => {
    for (const ids of [['a', null], ['']]) {
      const response = await ask.send(method, target, ids);

      expect([response.status, response.json]).toEqual([status, body]);
      expect(response.headers['content-type']).toContain(
        status === 422 ? 'application/json' : 'application/problem+json',
      );
    }
  });
});
