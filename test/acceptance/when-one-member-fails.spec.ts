import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Fault } from '../support/http/faults.js';
import type { Response } from '../support/requester.js';
import type { Federation } from '../support/start-federation.js';
import {
  answersOfAll,
  answersWithout,
  memberTimeoutMs,
  readWhile,
  startFailing,
  type Key,
} from './faults/failing-member.js';
import { reads } from './faults/reads.js';

type Reason = 'timeout' | 'unavailable' | 'error';

/** The machine may be busy with other suites; what counts is that nothing waits for a second deadline. */
const slackMs = 500;

const broken: readonly {
  readonly name: string;
  readonly reason: Reason;
  readonly faults: readonly Fault[];
  readonly bodyOnly?: true;
}[] = [
  {
    name: 'resets the connection before headers',
    reason: 'unavailable',
    faults: [{ kind: 'reset', when: 'before-headers' }],
  },
  {
    name: 'resets the connection in the middle of the body',
    reason: 'unavailable',
    faults: [{ kind: 'reset', when: 'in-body' }],
    bodyOnly: true,
  },
  {
    name: 'ends before the announced length',
    reason: 'unavailable',
    faults: [{ kind: 'truncate', framing: 'length-unmet' }],
    bodyOnly: true,
  },
  {
    name: 'ends without the last chunk',
    reason: 'unavailable',
    faults: [{ kind: 'truncate', framing: 'last-chunk-missing' }],
    bodyOnly: true,
  },
  {
    name: 'cuts the JSON and frames it as whole',
    reason: 'unavailable',
    faults: [{ kind: 'truncate', framing: 'correct' }],
    bodyOnly: true,
  },
  { name: 'never answers', reason: 'timeout', faults: [{ kind: 'never-answer' }] },
  { name: 'drips', reason: 'timeout', faults: [{ kind: 'drip', bytes: 1, everyMs: 100 }], bodyOnly: true },
  { name: 'answers after the deadline', reason: 'timeout', faults: [{ kind: 'delay', ms: 3 * memberTimeoutMs }] },
  {
    name: 'answers something that is not HTTP',
    reason: 'unavailable',
    faults: [{ kind: 'raw', text: 'SSH-2.0-OpenSSH_9.2\r\n' }],
  },
  { name: 'answers a sign-in page', reason: 'error', faults: [{ kind: 'html' }], bodyOnly: true },
  {
    name: 'redirects to a sign-in page',
    reason: 'error',
    faults: [{ kind: 'redirect', location: 'http://127.0.0.1:9/sign-in' }],
  },
  { name: 'answers null', reason: 'error', faults: [{ kind: 'body', text: 'null' }], bodyOnly: true },
  { name: 'answers a number', reason: 'error', faults: [{ kind: 'body', text: '7' }], bodyOnly: true },
  {
    name: 'names a coding nobody knows',
    reason: 'error',
    faults: [{ kind: 'content-encoding', value: 'zstd' }],
    bodyOnly: true,
  },
  {
    name: 'names gzip on plain bytes',
    reason: 'error',
    faults: [{ kind: 'content-encoding', value: 'gzip' }],
    bodyOnly: true,
  },
  {
    name: 'sends a header of 64 KB',
    reason: 'unavailable',
    faults: [{ kind: 'header', name: 'X-Large', values: ['x'.repeat(65_536)] }],
  },
  {
    name: 'answers 503 with Retry-After',
    reason: 'error',
    faults: [{ kind: 'status', status: 503, headers: { 'Retry-After': '120' } }],
  },
  { name: 'answers 429', reason: 'error', faults: [{ kind: 'status', status: 429 }] },
  { name: 'answers 401', reason: 'error', faults: [{ kind: 'status', status: 401, body: '{"error":"unauthorized"}' }] },
  { name: 'answers 403', reason: 'error', faults: [{ kind: 'status', status: 403, body: '{"error":"forbidden"}' }] },
  { name: 'answers 504', reason: 'timeout', faults: [{ kind: 'status', status: 504 }] },
  { name: 'crashes', reason: 'error', faults: [{ kind: 'crash' }] },
];

const harmless: readonly { readonly name: string; readonly faults: readonly Fault[] }[] = [
  { name: 'starts with a byte order mark', faults: [{ kind: 'bom' }] },
  { name: 'sends no content type', faults: [{ kind: 'content-type' }] },
  { name: 'calls its JSON text/plain', faults: [{ kind: 'content-type', value: 'text/plain' }] },
  { name: 'closes the connection after each reply without announcing it', faults: [{ kind: 'close-after-reply' }] },
];

describe.each<Key>(['eu', 'us', 'ap'])('while member %s', (failing) => {
  let federation: Federation<Key>;
  let rest: ReadonlyMap<string, Response>;
  let whole: ReadonlyMap<string, Response>;

  beforeAll(async () => {
    federation = await startFailing();
    whole = await answersOfAll(federation);
    rest = await answersWithout(federation, failing);
  });

  afterAll(() => federation.stop());

  describe.each(broken)('$name', ({ faults, reason, bodyOnly }) => {
    it.each(reads.filter(({ method }) => bodyOnly !== true || method === 'GET'))(
      '$name holds the others and names the missing one',
      async ({ method, target }) => {
        const answer = await readWhile(federation, failing, { faults, method, target });

        expect(answer.status).toBe(200);
        expect(answer.text).toBe(rest.get(target)?.text);
        expect(answer.headers['total-count']).toBe(rest.get(target)?.headers['total-count']);
        expect(answer.headers['x-particular-incomplete-results']).toBe(`${federation.members[failing].url}:${reason}`);
        expect(answer.headers.etag).toBeUndefined();
        expect(answer.headers['retry-after']).toBeUndefined();
        expect(answer.ms).toBeLessThan(memberTimeoutMs + slackMs);
      },
    );
  });

  describe.each(harmless)('$name', ({ faults }) => {
    it.each(reads)('$name is whole', async ({ method, target }) => {
      const answer = await readWhile(federation, failing, { faults, method, target });

      expect(answer.text).toBe(whole.get(target)?.text);
      expect(answer.headers['total-count']).toBe(whole.get(target)?.headers['total-count']);
      expect(answer.headers['x-particular-incomplete-results']).toBeUndefined();
    });
  });
});
