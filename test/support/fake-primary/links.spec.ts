import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester, type Response } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';

let fake: FakePrimary;
let ask: Requester;

beforeEach(async () => {
  fake = await startFakePrimary();
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

function lines(response: Response, name: string): readonly string[] {
  const { rawHeaders } = response;
  return rawHeaders.filter((_, k) => k % 2 === 1 && rawHeaders[k - 1]?.toLowerCase() === name.toLowerCase());
}

describe('Link', () => {
  beforeEach(() => {
    fake.hasFailedMessages(120);
  });

  it('has one line per relation, in order, with page at the end', async () => {
    const response = await ask.get('/api/errors?page=2&status=unresolved&per_page=50');

    expect(lines(response, 'Link')).toEqual([
      '<errors?status=unresolved&per_page=50&page=1>; rel="first"',
      '<errors?status=unresolved&per_page=50&page=1>; rel="prev"',
      '<errors?status=unresolved&per_page=50&page=3>; rel="last"',
      '<errors?status=unresolved&per_page=50&page=3>; rel="next"',
    ]);
  });

  it.each([
    ['?page=1', ['last', 'next']],
    ['?page=3', ['first', 'prev']],
    ['?page=4', []],
    ['?per_page=120', []],
    ['?per_page=500&page=1', []],
  ])('of %s has %j', async (query, relations) => {
    const response = await ask.get(`/api/errors${query}`);

    expect(lines(response, 'Link').map((line) => /rel="(\w+)"/.exec(line)?.[1])).toEqual(relations);
  });

  it('keeps other casings of page and decodes the path', async () => {
    fake.hasFailedMessages(51, { endpoint: 'My Endpoint' });
    const response = await ask.get('/api/endpoints/My%20Endpoint/errors?Page=1');

    expect(lines(response, 'Link')[0]).toBe('<endpoints/My Endpoint/errors?Page=1&page=2>; rel="last"');
  });

  it('is left out for fifty or fewer, whatever the page size; next compares with the page size', async () => {
    const small = await startFakePrimary({ key: 'small' });
    small.hasFailedMessages(50);
    const base = await requester(small.url).get('/api/errors?per_page=10');
    small.generation = 'next';
    const next = await requester(small.url).get('/api/errors?per_page=10');
    await small.stop();

    expect([lines(base, 'Link'), lines(next, 'Link').length]).toEqual([[], 2]);
  });
});
