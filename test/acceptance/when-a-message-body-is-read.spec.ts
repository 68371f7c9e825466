import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Fault } from '../support/http/faults.js';
import { untilIdle } from '../support/member-states.js';
import type { Response } from '../support/requester.js';
import { fieldOfRows } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

let federation: Federation<Key>;

beforeEach(async () => {
  federation = await startFederation(keys, {
    settings: { federation: { memberTimeout: '400ms', probeInterval: '1h', nameMembersBy: 'key', microCache: '0s' } },
    members: { eu: { isContainer: true }, us: { isContainer: true } },
  });
});

afterEach(() => federation.stop());

const read = (query = '', id = 'm1'): Promise<Response> => federation.gateway.get(`/api/messages/${id}/body${query}`);
const askedFor = (key: Key): readonly string[] =>
  federation.members[key].requestsTo('GET', '/api/messages/').map(({ target }) => target);

describe('a body whose row named its member', () => {
  beforeEach(() => {
    for (const key of ['eu', 'us'] as const)
      federation.members[key].hasFailedMessages([{ messageId: 'm1', body: `of ${key}` }]);
  });

  it('comes from that member, although both members have one id and one instance id', async () => {
    const list = await federation.gateway.get('/api/messages?sort=time_sent');
    const urls = fieldOfRows(list, 'body_url').map(String);
    const ids = fieldOfRows(list, 'instance_id').map(String);

    const bodies = await Promise.all(urls.map((url) => federation.gateway.get(`/api${url}`)));

    expect(new Set(ids.map((id) => id.split('~')[1])).size).toBe(1);
    expect(urls.every((url) => url.match(/instance_id=/g)?.length === 1)).toBe(true);
    // Rows of one message of one endpoint are folded, the lead's first.
    expect(bodies.map(({ text }) => text)).toEqual(ids.map((id) => `of ${id.split('~')[0] ?? ''}`));
    expect(bodies.length).toBeGreaterThan(0);
  });

  it('differs by the member that is named, at the same moment too', async () => {
    const answers = await Promise.all(['eu', 'us', 'eu', 'us'].map((key) => read(`?instance_id=${key}~`)));

    expect(answers.map(({ text }) => text)).toEqual(['of eu', 'of us', 'of eu', 'of us']);
    expect(askedFor('ap')).toEqual([]);
  });

  it('is asked of the member with the member’s own id', async () => {
    const own = federation.members.us.instanceId;

    await read(`?instance_id=us~${own}`);

    expect(askedFor('us')).toEqual([`/api/messages/m1/body?instance_id=${own}`]);
  });
});

describe('an instance id that names no member', () => {
  it.each([
    ['unprefixed', '?instance_id=aHR0cDovL2xvY2FsaG9zdA..'],
    ['of an unknown key', '?instance_id=gone~aHR0cDov'],
    ['empty', '?instance_id='],
    ['absent', ''],
  ])('%s: every member is asked without it, and the one that has the body answers', async (_, query) => {
    federation.members.us.hasFailedMessages([{ messageId: 'm1', body: 'of us' }]);

    const answer = await read(query);

    expect([answer.status, answer.text]).toEqual([200, 'of us']);
    for (const key of keys) for (const target of askedFor(key)) expect(target).not.toContain('instance_id');
  });
});

describe('members that say different things of one body', () => {
  it.each<[string, Readonly<Record<Key, 200 | 204 | 404>>, number, string]>([
    ['one has it', { eu: 404, us: 404, ap: 200 }, 200, 'real'],
    ['one knows it as empty', { eu: 404, us: 204, ap: 404 }, 204, ''],
    ['one has it, one knows it as empty', { eu: 204, us: 404, ap: 200 }, 200, 'real'],
  ])('%s', async (_, has, status, text) => {
    for (const key of keys) {
      if (has[key] !== 404)
        federation.members[key].hasFailedMessages([{ messageId: 'm1', body: has[key] === 200 ? 'real' : null }]);
    }

    const answer = await read();

    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(answer.headers['x-particular-incomplete-results']).toBeUndefined();
  });

  it('is a 404 when nobody has it', async () => {
    expect((await read()).status).toBe(404);
  });
});

describe('an owner that cannot be asked', () => {
  const cases: readonly [string, Fault | 'refuse', string][] = [
    ['refuses connections', 'refuse', 'us:unavailable'],
    ['never answers', { kind: 'never-answer' }, 'us:timeout'],
    ['cuts every connection', { kind: 'reset', when: 'before-headers' }, 'us:unavailable'],
  ];

  it.each(cases)(
    'because it %s: 503 with an empty body, which nobody can take for the message',
    async (_, fault, missing) => {
      federation.members.us.hasFailedMessages([{ messageId: 'm1' }]);
      if (fault === 'refuse') await federation.members.us.stop();
      else federation.members.us.faults.add(fault);

      for (const answer of [await read('?instance_id=us~'), await read()]) {
        expect([answer.status, answer.bytes.length, answer.headers['content-type']]).toEqual([503, 0, undefined]);
        expect(answer.headers['x-particular-incomplete-results']).toContain(missing);
      }
    },
  );

  it('once only is asked a second time, after a connection fault but not after a time-out', async () => {
    const { us } = federation.members;
    us.hasFailedMessages([{ messageId: 'm1', body: 'of us' }]);
    us.faults.add({ kind: 'reset', when: 'before-headers' }, { times: 1 });
    const afterReset = await read('?instance_id=us~');
    const attempts = us.requests.length;
    us.clearRequests();
    us.faults.add({ kind: 'never-answer' }, { times: 1 });

    const afterTimeout = await read('?instance_id=us~');

    expect([afterReset.status, afterReset.text, attempts]).toEqual([200, 'of us', 2]);
    expect([afterTimeout.status, us.requests.length]).toEqual([503, 1]);
  });
});

describe('the headers of a body', () => {
  it('are the member’s where they describe the bytes, and the gateway’s own where they do not', async () => {
    const { us } = federation.members;
    us.hasFailedMessages([{ messageId: 'm1', body: '<order/>', contentType: 'application/xml' }]);
    const others = {
      'Strict-Transport-Security': 'max-age=1',
      Server: 'Kestrel',
      Connection: 'close',
      'X-Internal': 'secret',
    };
    for (const [name, value] of Object.entries(others)) us.faults.add({ kind: 'header', name, values: [value] });
    us.faults.add({ kind: 'header', name: 'Access-Control-Allow-Origin', values: ['http://member'] });

    const answer = await federation.gateway.get('/api/messages/m1/body?instance_id=us~', {
      headers: { Origin: 'http://pulse', Connection: 'keep-alive' },
    });

    expect([answer.text, answer.headers['content-type'], answer.headers['content-length']]).toEqual([
      '<order/>',
      'application/xml',
      '8',
    ]);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', connection: 'keep-alive' });
    for (const name of ['strict-transport-security', 'server', 'x-internal'])
      expect(answer.headers[name]).toBeUndefined();
    const names = answer.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names.filter((name) => name === 'access-control-allow-origin' || name === 'date')).toHaveLength(2);
  });
});

describe('a large body', () => {
  const size = 10_000_000;

  async function begin(): Promise<IncomingMessage> {
    const outgoing = get(`${federation.gateway.url}/api/messages/m1/body?instance_id=us~`, { agent: false });
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    return incoming;
  }

  beforeEach(() => {
    federation.members.us.hasFailedMessages([{ messageId: 'm1', body: { size } }]);
  });

  it('arrives whole', async () => {
    const answer = await read('?instance_id=us~');

    expect([answer.status, answer.bytes.length]).toEqual([200, size]);
  });

  it('that breaks at the member breaks at the caller: never complete, never explained inside', async () => {
    federation.members.us.faults.add({ kind: 'reset', when: 'in-body', bytes: 1_000_000 });
    for (let time = 1; time <= 20; time += 1) {
      const incoming = await begin();
      let received = 0;
      incoming.on('data', (chunk: Buffer) => (received += chunk.length));
      const ended = await new Promise((resolve) => {
        incoming.once('end', () => {
          resolve('complete');
        });
        incoming.once('error', () => {
          resolve('broken');
        });
      });
      expect([incoming.statusCode, ended]).toEqual([200, 'broken']);
      expect(received).toBeLessThanOrEqual(1_000_000);
    }
    await untilIdle(federation.gateway);
    expect((await federation.gateway.get('/health/live')).status).toBe(200);
  });

  it('whose caller leaves early is given up at the member at once, and nothing stays open', async () => {
    const { us } = federation.members;
    for (let time = 1; time <= 20; time += 1) {
      const incoming = await begin();
      await once(incoming, 'data');
      const left = Date.now();
      incoming.destroy();
      const request = us.requests.at(-1);
      expect(await request?.ended).toBe('client gone');
      expect((request?.endedAt ?? NaN) - left).toBeLessThan(100 + 200);
    }
    await untilIdle(federation.gateway);
    expect(us.openConnections).toBe(0);
  });
});
