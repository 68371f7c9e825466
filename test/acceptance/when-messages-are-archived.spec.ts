import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startFederation, type Federation } from '../support/start-federation.js';

let federation: Federation<'eu' | 'us' | 'ap'>;

beforeEach(async () => {
  federation = await startFederation(['eu', 'us', 'ap']);
});

afterEach(() => federation.stop());

const bodyOf = (request: { readonly body: Buffer }): unknown => JSON.parse(request.body.toString());

describe('PATCH errors/archive', () => {
  it('sends each owner one request with exactly its ids', async () => {
    const owned = federation.all.map((fake) => fake.hasFailedMessages(100));
    const mixed = Array.from({ length: 300 }, (_, at) => owned[at % 3]?.[Math.floor(at / 3)]);

    const answer = await federation.gateway.send('PATCH', '/api/errors/archive', mixed);

    expect(answer.status).toBe(202);
    expect(answer.headers['x-federation-outcome']).toBe('eu=202, us=202, ap=202');
    federation.all.forEach((fake, at) => {
      const sent = fake.requestsTo('PATCH', '/api/errors/archive');
      expect(sent.map(bodyOf)).toEqual([owned[at]]);
      fake.settle();
      expect(fake.faultLog).toEqual([]);
      expect(fake.messages().every(({ status }) => status === 'archived')).toBe(true);
    });
  });

  it('drops ids that nobody holds and says so when none is left', async () => {
    const nowhere = ['11111111-1111-1111-1111-111111111111'];

    const answer = await federation.gateway.send('PATCH', '/api/errors/archive', nowhere);

    expect(answer.status).toBe(202);
    expect(answer.headers['x-particular-reason']).toBe('no member holds these ids');
    expect(federation.all.flatMap((fake) => fake.requestsTo('PATCH', '/api/errors'))).toEqual([]);
  });
});

describe('POST errors/{id}/retry', () => {
  it('goes to the owner alone, although another member leads', async () => {
    federation.members.eu.hasFailedMessages(3);
    const [id = ''] = federation.members.ap.hasFailedMessages(1);
    await federation.gateway.get('/api/errors');
    for (const fake of federation.all) fake.clearRequests();

    const answer = await federation.gateway.request('POST', `/api/errors/${id}/retry`);

    expect(answer.status).toBe(202);
    expect(answer.headers['x-federation-outcome']).toBe('eu=not-asked, us=not-asked, ap=202');
    expect(federation.members.ap.requests).toHaveLength(1);
    expect([...federation.members.eu.requests, ...federation.members.us.requests]).toEqual([]);
  });

  it('answers 404 and sends nothing for an id that nobody holds', async () => {
    const answer = await federation.gateway.request('POST', '/api/errors/11111111-1111-1111-1111-111111111111/retry');

    expect(answer.status).toBe(404);
    expect(federation.all.flatMap((fake) => fake.requestsTo('POST', '/'))).toEqual([]);
  });
});
