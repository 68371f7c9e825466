import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fault } from '../support/http/faults.js';
import { LogLines } from '../support/log-lines.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us' | 'ap';

const unknown = '/api/later/a%2Fb/c%20d/?x=%2B';
const warning = 'unknown route answered by the lead member';

let federation: Federation<Key>;
let log: LogLines;

beforeEach(async () => {
  log = new LogLines();
  federation = await startFederation(['eu', 'us', 'ap'], {
    settings: { federation: { memberTimeout: '300ms', probeInterval: '1h', nameMembersBy: 'key' } },
    logger: log,
  });
});

afterEach(() => federation.stop());

const nothingAtOthers = (): void => {
  expect([...federation.members.us.requests, ...federation.members.ap.requests]).toEqual([]);
};

describe('a route that nobody here knows', () => {
  it('reaches the lead byte for byte, and its answer comes back as it is', async () => {
    const { gateway, members } = federation;
    const later: Fault = {
      kind: 'status',
      status: 207,
      body: '{"later":true}',
      contentType: 'application/vnd.later+json',
    };
    members.eu.faults.add(later, { path: '/api/later' });

    const answer = await gateway.get(unknown);

    expect(members.eu.requests.map(({ method, target }) => [method, target])).toEqual([['GET', unknown]]);
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      207,
      '{"later":true}',
      'application/vnd.later+json',
    ]);
    nothingAtOthers();
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('takes the body of a %s along, once', async (method) => {
    const { gateway, members } = federation;
    members.eu.faults.add({ kind: 'status', status: 202 }, { path: '/api/later' });

    const answer = await gateway.request(method, unknown, {
      headers: { 'Content-Type': 'application/later', 'Content-Length': 8 },
      body: 'as it is',
    });

    const [request, ...more] = members.eu.requests;
    expect([request?.method, request?.target, request?.body.toString()]).toEqual([method, unknown, 'as it is']);
    expect(request?.header('Content-Type')).toBe('application/later');
    expect(more).toEqual([]);
    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([
      202,
      'eu=202, us=not-asked, ap=not-asked',
    ]);
    nothingAtOthers();
  });

  it('is a 404 where the lead does not know it either', async () => {
    expect((await federation.gateway.get(unknown)).status).toBe(404);
  });

  it('is told once for each kind of path, not once for each id', async () => {
    const { gateway } = federation;
    for (const id of ['1', '2', '11111111-1111-1111-1111-111111111111']) await gateway.get(`/api/later/${id}`);
    await gateway.get('/api/sooner');
    await gateway.request('POST', '/api/sooner');

    expect(log.saying(warning).map(({ level, fields }) => [level, fields['method'], fields['path']])).toEqual([
      ['warn', 'GET', '/api/later/{}'],
      ['warn', 'GET', '/api/sooner'],
      ['warn', 'POST', '/api/sooner'],
    ]);
  });
});

describe.each(['/api/edit/config', unknown])('a read of %s', (target) => {
  it.each<[string, Fault, number, string]>([
    ['fails', { kind: 'crash' }, 500, ''],
    ['refuses', { kind: 'status', status: 403, body: '{"error":"forbidden"}' }, 403, '{"error":"forbidden"}'],
  ])('whose lead %s is answered exactly so', async (_, fault, status, text) => {
    federation.members.eu.faults.add(fault);

    const answer = await federation.gateway.get(target);

    expect([answer.status, answer.text]).toEqual([status, text]);
    nothingAtOthers();
  });

  it.each<[string, Fault, number, string]>([
    ['never answers', { kind: 'never-answer' }, 504, 'eu:timeout'],
    ['cuts the connection', { kind: 'reset', when: 'before-headers' }, 503, 'eu:unavailable'],
    ['is behind a sign-in page', { kind: 'html' }, 502, 'eu:error'],
  ])('whose lead %s is a problem that names it', async (_, fault, status, missing) => {
    federation.members.eu.faults.add(fault);

    const answer = await federation.gateway.get(target);

    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/problem+json']);
    expect(answer.headers['x-particular-incomplete-results']).toBe(missing);
    expect(answer.text).not.toContain('<html');
    nothingAtOthers();
  });

  it('is tried a second time, on a new connection, after a connection fault only', async () => {
    const { eu } = federation.members;
    eu.faults.add({ kind: 'reset', when: 'before-headers' }, { times: 1 });
    eu.faults.add({ kind: 'status', status: 200, body: '{}' });

    const answer = await federation.gateway.get(target);

    expect(answer.status).toBe(200);
    expect(eu.requests).toHaveLength(2);
  });
});
