import { afterEach, describe, expect, it } from '@jest/globals';
import type { Response } from '../support/requester.js';
import { idsOf } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

type Key = 'eu' | 'us' | 'ap';

let federation: Federation<Key>;

afterEach(() => federation.stop());

async function start(counts: Readonly<Record<Key, number>>, settings: object = {}): Promise<Federation<Key>> {
  federation = await startFederation(['eu', 'us', 'ap'], {
    settings: { federation: { probeInterval: '1h', nameMembersBy: 'key', microCache: '0s', ...settings } },
  });
  for (const key of ['eu', 'us', 'ap'] as const) federation.members[key].hasFailedMessages(counts[key]);
  return federation;
}

const page = (number: number, perPage: number): Promise<Response> =>
  federation.gateway.get(`/api/errors?page=${String(number)}&per_page=${String(perPage)}`);

/** `rel` and target of each link, as callers read them. */
function links(answer: Response): Readonly<Record<string, string>> {
  const entries = [...String(answer.headers.link ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(entries.map(([, target = '', relation = '']) => [relation, target]));
}

describe('links to other pages', () => {
  it('are made of the merged total and the caller’s own query', async () => {
    await start({ eu: 60, us: 60, ap: 0 });

    const answer = await federation.gateway.get('/api/errors?page=2&per_page=50&status=unresolved');

    expect(answer.headers['total-count']).toBe('120');
    expect(links(answer)).toEqual({
      first: 'errors?per_page=50&status=unresolved&page=1',
      prev: 'errors?per_page=50&status=unresolved&page=1',
      next: 'errors?per_page=50&status=unresolved&page=3',
      last: 'errors?per_page=50&status=unresolved&page=3',
    });
  });

  it('are as one member with all the rows writes them', async () => {
    await start({ eu: 60, us: 60, ap: 0 });
    const alone = await startFederation(['eu'], { settings: { federation: { probeInterval: '1h' } } });
    alone.members.eu.hasFailedMessages(120);

    const compared = await Promise.all(
      ['?page=1', '?page=2&per_page=50&status=unresolved', '?PAGE=3&sort=time_sent', '?page=9', ''].map(
        async (query) => {
          const member = await fetch(`${alone.members.eu.origin}/api/errors${query}`);
          return [
            (await federation.gateway.get(`/api/errors${query}`)).headers.link,
            member.headers.get('link') ?? undefined,
          ];
        },
      ),
    );

    await alone.stop();
    for (const [ours, members] of compared) expect(ours).toBe(members);
  });

  it('lead through all pages, each row once', async () => {
    await start({ eu: 30, us: 60, ap: 35 });
    const seen: string[] = [];
    for (let next: string | undefined = 'errors?page=1&per_page=40'; next !== undefined;) {
      const answer: Response = await federation.gateway.get(`/api/${next}`);
      seen.push(...idsOf(answer));
      next = links(answer)['next'];
    }

    expect([seen.length, new Set(seen).size]).toEqual([125, 125]);
  });
});

describe('members of very different size', () => {
  it('make pages until the last row, and empty ones with the same total after it', async () => {
    await start({ eu: 3, us: 400, ap: 0 });

    const pages = await Promise.all([1, 2, 3, 4].map((number) => page(number, 150)));

    expect(pages.map((answer) => idsOf(answer).length)).toEqual([150, 150, 103, 0]);
    expect(pages.map(({ headers }) => headers['total-count'])).toEqual(Array(4).fill('403'));
    expect(new Set(pages.flatMap(idsOf)).size).toBe(403);
  });
});

describe('a member that restarts empty between two pages', () => {
  it('is shown as it is now', async () => {
    await start({ eu: 4, us: 4, ap: 4 });
    const first = await page(1, 6);
    await federation.members.us.stop();
    const empty = await startFederation(['us'], {
      members: { us: { port: federation.members.us.port } },
      settings: { federation: { probeInterval: '1h' } },
    });

    // The gateway finds the closed connections, and a whole new member behind the same address.
    const second = await page(2, 6);
    const again = await page(1, 6);

    await empty.stop();
    expect([first, second, again].map((answer) => [answer.headers['total-count'], idsOf(answer).length])).toEqual([
      ['12', 6],
      ['8', 2],
      ['8', 6],
    ]);
    for (const answer of [second, again]) expect(answer.headers['x-particular-incomplete-results']).toBeUndefined();
  });
});

describe('pages deeper than members are asked for', () => {
  it('say that they are approximate when a member has more rows, and are exact when none has', async () => {
    await start({ eu: 40, us: 70, ap: 0 }, { deepPagingMaxRows: 50 });

    const exact = await page(1, 50);
    const deep = await page(2, 50);

    const remark = 'proxy:approximate-paging';
    expect([exact, deep].map(({ headers }) => headers['x-particular-incomplete-results'])).toEqual([undefined, remark]);
    expect(deep.headers['total-count']).toBe('110');
  });
});

describe('a page that is none', () => {
  it.each(['page=x', 'per_page=x', 'page=1.5', 'per_page='])('%s is a 400 that names the field', async (query) => {
    await start({ eu: 1, us: 1, ap: 1 });

    const answer = await federation.gateway.get(`/api/errors?${query}`);

    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json']);
    expect(answer.text).toContain(query.split('=')[0]);
  });
});
