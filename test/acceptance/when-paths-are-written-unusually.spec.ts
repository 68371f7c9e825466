import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { LogLines } from '../support/log-lines.js';
import { requester } from '../support/requester.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us';

let federation: Federation<Key>;
const log = new LogLines();

beforeAll(async () => {
  federation = await startFederation(['eu', 'us'], {
    settings: { federation: { probeInterval: '1h', microCache: '0s', nameMembersBy: 'key' } },
    logger: log,
  });
  for (const fake of federation.all) fake.hasFailedMessages(2);
});

beforeEach(() => {
  for (const fake of federation.all) fake.clearRequests();
});

afterAll(() => federation.stop());

const targetsAt = (key: Key): readonly string[] => federation.members[key].requests.map(({ target }) => target);

describe('what members receive', () => {
  it.each([
    '/api/endpoints/Sales%2FEU%20%252F/errors?page=1&per_page=50',
    '/api/endpoints/a%00b/errors?page=1&per_page=50',
    '/api/endpoints/Sales%20EU;v=1/errors?page=1&per_page=50',
    '/api/recoverability/groups/Message%20Type',
    '/api/errors/last/%7Bid%7D',
    '/api/errors?sort=time_sent&DIRECTION=asc&status=%75nresolved&page=1&per_page=50',
  ])('is the path and the keys exactly as in %s', async (target) => {
    const answer = await federation.gateway.get(target);

    expect(answer.status).toBeLessThan(500);
    for (const key of ['eu', 'us'] as const) {
      // Page and page size are the gateway’s own business.
      expect(targetsAt(key).map(withoutPaging)).toEqual([withoutPaging(target)]);
    }
  });

  it('has no page of its own when the caller’s keys are in another letter case', async () => {
    const answer = await federation.gateway.get('/api/errors?PAGE=2&Per_Page=3');

    expect([(answer.json as unknown[]).length, answer.headers['total-count']]).toEqual([1, '4']);
    for (const key of ['eu', 'us'] as const) {
      const query = new URL(targetsAt(key)[0] ?? '', 'http://member').searchParams;
      const paging = [...query.keys()].map((name) => name.toLowerCase()).sort();
      expect(paging).toEqual(['page', 'per_page']);
    }
  });
});

describe('a path with a malformed escape', () => {
  it.each(['/api/endpoints/%FF/errors', '/api/errors/%', '/api/errors/%E0%A4%A/retry'])(
    '%s is a 400 that nobody else hears of',
    async (target) => {
      const answer = await federation.gateway.get(target);

      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json']);
      expect([...targetsAt('eu'), ...targetsAt('us')]).toEqual([]);
      expect(log.all.filter(({ level }) => level === 'error')).toEqual([]);
    },
  );
});

describe('one and the same route', () => {
  it.each(['/api/errors', '/api/errors/', '/API/Errors', '/api/ERRORS?page=1', '/api/errors/?'])(
    'is %s',
    async (target) => {
      const answer = await federation.gateway.get(target);

      expect([answer.status, answer.headers['total-count']]).toEqual([200, '4']);
    },
  );

  it.each(['/api/recoverability/groups', '/api/recoverability/groups/', '/api/Recoverability/GROUPS/'])(
    'with its default classifier is %s',
    async (target) => {
      const expected = await federation.gateway.get(
        '/api/recoverability/groups/Exception%20Type%20and%20Stack%20Trace',
      );

      expect((await federation.gateway.get(target)).json).toEqual(expected.json);
    },
  );

  it('decides by literals before parameters', async () => {
    await federation.gateway.get('/api/errors/summary');
    await federation.gateway.get('/api/ERRORS/Queues/addresses');

    expect(targetsAt('us').map((target) => target.split('?')[0])).toEqual([
      '/api/errors/summary',
      '/api/ERRORS/Queues/addresses',
    ]);
  });
});

describe('a method', () => {
  it('HEAD is passed on as HEAD where members have it, and has no body', async () => {
    const answer = await federation.gateway.request('HEAD', '/api/errors');

    expect([answer.status, answer.headers['total-count'], answer.bytes.length]).toEqual([200, '4', 0]);
    expect(federation.all.flatMap((fake) => fake.requests.map(({ method }) => method))).toEqual(['HEAD', 'HEAD']);
  });

  it.each([
    ['HEAD', '/api/errors/summary'],
    ['HEAD', '/api/errors/11111111-1111-1111-1111-111111111111'],
    ['HEAD', '/api/recoverability/groups'],
    ['HEAD', '/api/'],
    ['HEAD', '/api/configuration'],
    ['POST', '/api/errors'],
    ['DELETE', '/api/errors/archive'],
    ['PUT', '/api/errors/retry'],
    ['GET', '/api/errors/11111111-1111-1111-1111-111111111111/retry'],
    ['OPTIONS', '/api/errors'],
    ['PATCH', '/api/recoverability/history'],
    ['GET', '/api/pendingretries/retry'],
    ['GET', '/api/edit/11111111-1111-1111-1111-111111111111'],
  ])('%s %s is refused as a member refuses it, and asks nobody', async (method, target) => {
    const expected = await requester(federation.members.eu.origin).request(method, target);
    federation.members.eu.clearRequests();

    const answer = await federation.gateway.request(method, target);

    expect([answer.status, answer.bytes.length]).toEqual([expected.status, 0]);
    expect(methods(answer.headers.allow)).toEqual(methods(expected.headers.allow));
    expect([...targetsAt('eu'), ...targetsAt('us')]).toEqual([]);
  });
});

describe('a target that names another server', () => {
  let stranger: Server;
  let connections = 0;

  beforeAll(async () => {
    stranger = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
  });

  afterAll(() => {
    stranger.close();
  });

  it.each([
    '//HOST/api/errors',
    '/api//HOST/x',
    '/api/http://HOST/x',
    'http://HOST/api/errors',
    '/api/errors/http:%2F%2FHOST/',
    '/api/messages/x/body?instance_id=http://HOST/',
  ])('never makes the gateway call it: %s', async (template) => {
    const { port } = stranger.address() as AddressInfo;

    const answer = await federation.gateway.get(template.replace('HOST', `127.0.0.1:${String(port)}`));

    expect(answer.status).toBeLessThan(500);
    expect(connections).toBe(0);
  });
});

describe('a path outside of both surfaces', () => {
  it.each(['/', '/nowhere', '/apis', '/api.json', '/members/us', '/health', '/%2e%2e/api/errors'])(
    '%s is a 404 of the gateway’s own',
    async (target) => {
      const answer = await federation.gateway.get(target);

      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
      expect([...targetsAt('eu'), ...targetsAt('us')]).toEqual([]);
    },
  );
});

function withoutPaging(target: string): string {
  const [path = '', query = ''] = target.split('?');
  return [path, ...query.split('&').filter((pair) => pair !== '' && !/^(?:per_)?page=/i.test(pair))].join(' ');
}

function methods(allow: string | undefined): readonly string[] {
  return (allow ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .sort();
}
