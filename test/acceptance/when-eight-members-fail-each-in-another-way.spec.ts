import { afterEach, describe, expect, it } from '@jest/globals';
import type { Fault } from '../support/http/faults.js';
import type { Response } from '../support/requester.js';
import { idsOf } from '../support/rows.js';
import { startFederation, type Federation } from '../support/start-federation.js';

const memberTimeoutMs = 500;
const slackMs = 500;

/** One fault per member, in member order, with the reason under which it must be named; the well one stands between. */
const troubles: readonly { readonly key: string; readonly fault?: Fault | 'refuse'; readonly reason?: string }[] = [
  { key: 'refusing', fault: 'refuse', reason: 'unavailable' },
  { key: 'silent', fault: { kind: 'never-answer' }, reason: 'timeout' },
  { key: 'cut', fault: { kind: 'reset', when: 'in-body' }, reason: 'unavailable' },
  { key: 'dripping', fault: { kind: 'drip', bytes: 1, everyMs: 50 }, reason: 'timeout' },
  { key: 'well' },
  { key: 'page', fault: { kind: 'html' }, reason: 'error' },
  { key: 'elsewhere', fault: { kind: 'redirect', location: 'http://127.0.0.1:9/' }, reason: 'error' },
  { key: 'shapeless', fault: { kind: 'body', text: 'null' }, reason: 'error' },
  { key: 'forbidding', fault: { kind: 'status', status: 403 }, reason: 'error' },
];
const expectedHeader = troubles
  .flatMap(({ key, reason }) => (reason === undefined ? [] : [`${key}:${reason}`]))
  .join(', ');

let federation: Federation<string>;

afterEach(() => federation.stop());

async function askAllOf(target: string): Promise<Response> {
  federation = await startFederation<string>(
    troubles.map(({ key }) => key),
    {
      settings: {
        federation: {
          memberTimeout: `${String(memberTimeoutMs)}ms`,
          probeInterval: '1h',
          nameMembersBy: 'key',
          microCache: '0s',
        },
      },
    },
  );
  for (const fake of federation.all) fake.hasFailedMessages(2, { messageType: 'Sales.OrderPlaced' });
  for (const { key, fault } of troubles) {
    const fake = federation.members[key];
    if (fault === 'refuse') await fake?.stop();
    else if (fault !== undefined) fake?.faults.add(fault, { path: target.split('?')[0] ?? '' });
  }
  return federation.gateway.get(target);
}

describe('eight members that fail each in another way, and one that is well', () => {
  it('make the answer of the one that is well, and are named in member order', async () => {
    const answer = await askAllOf('/api/errors?page=1&per_page=50');

    const own = federation.members['well']?.messages().map(({ uniqueId }) => uniqueId) ?? [];
    expect([answer.status, answer.headers['total-count']]).toEqual([200, '2']);
    expect([...idsOf(answer)].sort()).toEqual([...own].sort());
    expect(answer.headers['x-particular-incomplete-results']).toBe(expectedHeader);
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.ms).toBeLessThan(memberTimeoutMs + slackMs);
  });

  it.each([
    ['/api/errors/summary', { 'Message types': { 'Sales.OrderPlaced': 2 } }],
    ['/api/recoverability/groups/Message%20Type', [expect.objectContaining({ title: 'Sales.OrderPlaced', count: 2 })]],
  ])('make what %s has of the one that is well', async (target, expected) => {
    const answer = await askAllOf(target);

    expect(answer.json).toMatchObject(expected);
    expect(answer.headers['x-particular-incomplete-results']).toBe(expectedHeader);
  });
});
