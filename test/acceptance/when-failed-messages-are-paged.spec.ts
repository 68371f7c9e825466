import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFederation, type Federation } from '../support/start-federation.js';

const fleets = [
  { name: 'three members', keys: ['eu', 'us', 'ap'] },
  { name: 'five members', keys: ['eu', 'us', 'ap', 'br', 'za'] },
] as const;

const persisters = ['ravendb', 'postgresql', 'sqlserver', 'ravendb', 'postgresql'] as const;
const perMember = 500;
const perPage = 250;
const sorts = [
  '',
  'time_sent',
  'time_of_failure',
  'message_type',
  'modified',
  'status',
  'id',
  'message_id',
  'time_of_retry_request',
];

describe.each(fleets)('$name with 500 failed messages each, persisters mixed', ({ keys }) => {
  let federation: Federation<string>;

  beforeAll(async () => {
    const members = Object.fromEntries(keys.map((key, at) => [key, { persister: persisters[at] ?? 'ravendb' }]));
    federation = await startFederation<string>(keys, { members });
    for (const fake of federation.all) fake.hasFailedMessages(perMember);
  });

  afterAll(() => federation.stop());

  describe.each(['asc', 'desc'])('direction %s', (direction) => {
    it.each(sorts)('shows every message exactly once when paged by "%s"', async (sort) => {
      const total = perMember * keys.length;
      const seen: string[] = [];
      for (let page = 1; page <= total / perPage; page += 1) {
        const answer = await federation.gateway.get(
          `/api/errors?page=${String(page)}&per_page=${String(perPage)}&sort=${sort}&direction=${direction}`,
        );
        expect(answer.status).toBe(200);
        expect(answer.headers['total-count']).toBe(String(total));
        seen.push(...(answer.json as readonly { readonly id: string }[]).map(({ id }) => id));
      }
      expect(seen).toHaveLength(total);
      expect(new Set(seen).size).toBe(total);
    });
  });
});
