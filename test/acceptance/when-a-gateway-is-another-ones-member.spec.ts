import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fieldOfRows, idsOf } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';
import { startFakePrimary, type FakePrimary } from '../support/fake-primary/fake-primary.js';
import { startGateway, type RunningGateway } from '../support/start-gateway.js';

const calm = { federation: { probeInterval: '1h', microCache: '0s', nameMembersBy: 'key', memberTimeout: '2s' } };

const shared = 'aaaaaaaa-0000-0000-0000-000000000001';

let inner: Federation<'paris' | 'rome'>;
let alone: FakePrimary;
let outer: RunningGateway;

/** One member of the outer gateway is a gateway over two installations, the other is a single installation. */
beforeEach(async () => {
  inner = await startFederation(['paris', 'rome'], { settings: calm });
  alone = await startFakePrimary({ key: 'alone' });
  outer = await startGateway(
    [
      { key: 'alone', api_uri: alone.url },
      { key: 'europe', api_uri: `${inner.gateway.url}/api/` },
    ],
    { settings: calm },
  );
  for (const fake of [alone, ...inner.all]) {
    // One id at three endpoints, so that only the instance id tells the bodies apart.
    fake.hasFailedMessages([{ uniqueId: shared, endpoint: `At.${fake.key}`, body: `of ${fake.key}` }, {}]);
  }
  while ((await outer.get('/health/ready')).status !== 200);
});

afterEach(async () => {
  await outer.stop();
  await Promise.all([inner.stop(), alone.isListening ? alone.stop() : undefined]);
});

describe('a gateway that is a member of another gateway', () => {
  it('adds its members’ rows to the other’s', async () => {
    const answer = await outer.get('/api/errors');

    expect([answer.headers['total-count'], idsOf(answer).length, new Set(idsOf(answer)).size]).toEqual(['6', 6, 4]);
    expect(answer.headers.etag).toMatch(/^W\//);
  });

  it('is found again through ids that name a member of each', async () => {
    const list = await outer.get('/api/messages');
    const prefixes = fieldOfRows(list, 'instance_id').map((id) => String(id).split('~').slice(0, -1).join('~'));
    const urls = fieldOfRows(list, 'body_url').map(String);

    const bodies = await Promise.all(urls.map((url) => outer.get(`/api${url}`)));

    expect(new Set(prefixes)).toEqual(new Set(['alone', 'europe~paris', 'europe~rome']));
    for (const [at, { text }] of bodies.entries()) {
      if (text.startsWith('of ')) expect(`of ${prefixes[at]?.split('~').at(-1) ?? ''}`).toBe(text);
    }
    expect(bodies.filter(({ text }) => text.startsWith('of '))).toHaveLength(3);
  });

  it('routes commands on to the owner alone', async () => {
    const [, id = ''] = inner.members.rome.messages().map(({ uniqueId }) => uniqueId);
    await outer.get('/api/errors');

    const answer = await outer.request('POST', `/api/errors/${id}/retry`);

    expect([answer.status, answer.headers['x-federation-outcome']]).toEqual([202, 'alone=not-asked, europe=202']);
    const commands = [alone, ...inner.all].map((fake) => fake.requestsTo('POST', '/').length);
    expect(commands).toEqual([0, 0, 1]);
  });

  it('passes on who is missing behind it, and nobody takes its partial answer for a whole one', async () => {
    await inner.members.rome.stop();

    const answer = await outer.get('/api/errors');

    expect([answer.status, answer.headers['total-count']]).toEqual([200, '4']);
    expect(answer.headers['x-particular-incomplete-results']).toBe('rome:unavailable');
    expect(answer.headers.etag).toBeUndefined();
  });

  it('is missing as a whole when none of its members answers', async () => {
    await Promise.all(inner.all.map((fake) => fake.stop()));

    const answer = await outer.get('/api/errors');

    expect([answer.status, answer.headers['total-count']]).toEqual([200, '2']);
    expect(answer.headers['x-particular-incomplete-results']).toBe('europe:error');
  });

  it('says of ids that it could not place what it knows', async () => {
    const ids = inner.members.rome.messages().flatMap(({ uniqueId }) => (uniqueId === shared ? [] : [uniqueId]));
    await outer.get('/api/errors');
    await inner.members.rome.stop();

    const answer = await outer.send('PATCH', '/api/errors/archive', ids);

    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.headers['x-federation-outcome']).toBe('alone=not-asked, europe=503');
  });
});
