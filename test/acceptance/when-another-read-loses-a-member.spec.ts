import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sagaId, shopOptions, stock } from '../servicepulse/shop.js';
import type { Fault } from '../support/http/faults.js';
import { untilAllAreUp } from '../support/member-states.js';
import type { Response } from '../support/requester.js';
import { startInstalledFederation, type InstalledFederation } from '../support/start-installed-federation.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];

/** One read per way of answering that `when-one-member-fails` does not have. */
const reads = [
  '/api/messages?page=1&per_page=20',
  '/api/messages2/?page_size=20&sort=time_sent&direction=desc',
  '/api/endpoints',
  '/api/endpoints/Sales/audit-count',
  '/api/redirects?page=1',
  '/api/customchecks?page=1',
  '/api/eventlogitems?page=1&per_page=10',
  `/api/sagas/${sagaId}`,
  '/api/licensing/endpoints',
  '/api/licensing/settings/masks',
  '/api/licensing/settings/test',
  '/api/license?clientName=servicepulse',
  '/monitoring/monitored-endpoints?history=60',
  '/monitoring/monitored-endpoints/Sales?history=60',
  '/monitoring/monitored-endpoints/disconnected',
] as const;

/** What these reads begin with at a member; probes of the root documents go on. */
const paths = ['messages', 'endpoints', 'redirects', 'customchecks', 'eventlogitems', 'sagas', 'licens']
  .map((start) => `/api/${start}`)
  .concat('/monitored-endpoints');

const deadline = '700ms';

const broken: readonly (readonly [name: string, reason: 'timeout' | 'unavailable' | 'error', fault: Fault])[] = [
  ['resets the connection before headers', 'unavailable', { kind: 'reset', when: 'before-headers' }],
  ['resets the connection in the middle of the body', 'unavailable', { kind: 'reset', when: 'in-body' }],
  ['ends before the announced length', 'unavailable', { kind: 'truncate', framing: 'length-unmet' }],
  ['ends without the last chunk', 'unavailable', { kind: 'truncate', framing: 'last-chunk-missing' }],
  ['cuts the JSON and frames it as whole', 'unavailable', { kind: 'truncate', framing: 'correct' }],
  ['answers something that is not HTTP', 'unavailable', { kind: 'raw', text: 'SSH-2.0-OpenSSH_9.2\r\n' }],
  ['never answers', 'timeout', { kind: 'never-answer' }],
  ['drips', 'timeout', { kind: 'drip', bytes: 1, everyMs: 100 }],
  ['answers 504', 'timeout', { kind: 'status', status: 504 }],
  ['answers a sign-in page', 'error', { kind: 'html' }],
  ['redirects to a sign-in page', 'error', { kind: 'redirect', location: 'http://127.0.0.1:9/sign-in' }],
  ['answers null', 'error', { kind: 'body', text: 'null' }],
  ['answers a text', 'error', { kind: 'body', text: '"no"' }],
  ['names a coding nobody knows', 'error', { kind: 'content-encoding', value: 'zstd' }],
  ['answers 503', 'error', { kind: 'status', status: 503, headers: { 'Retry-After': '1' } }],
  ['answers 401', 'error', { kind: 'status', status: 401, body: '{"error":"unauthorized"}' }],
  ['crashes', 'error', { kind: 'crash' }],
];

const harmless: readonly (readonly [name: string, fault: Fault])[] = [
  ['starts with a byte order mark', { kind: 'bom' }],
  ['sends no content type', { kind: 'content-type' }],
  ['closes the connection after each reply without announcing it', { kind: 'close-after-reply' }],
];

describe.each<Key>(['eu', 'us'])('while %s', (failing) => {
  let federation: InstalledFederation<Key>;
  let whole: readonly Response[];
  let rest: readonly Response[];

  beforeAll(async () => {
    federation = await startInstalledFederation(keys, {
      members: { eu: shopOptions('eu'), us: shopOptions('us'), ap: shopOptions('ap') },
      settings: {
        federation: {
          nameMembersBy: 'key',
          memberTimeout: deadline,
          searchTimeout: deadline,
          slowReadTimeout: deadline,
          probeInterval: '100ms',
          reportMembersAsCustomChecks: false,
          microCache: '0s',
        },
      },
    });
    for (const installation of federation.all) stock(installation);
    // Series of the list are laid over each other by the time of arrival: with one reporter left, that is of no account.
    federation.members.ap.monitoring.forgetEverything();
    whole = await readAll();
    await federation.members[failing].stop();
    rest = await readAll();
    await federation.members[failing].start();
    await untilAllAreUp(federation.gateway, reads);
  });

  afterEach(async () => {
    for (const part of parts()) part.faults.clear();
    await untilAllAreUp(federation.gateway, reads);
  });

  afterAll(() => federation.stop());

  it.each(broken)('%s, each answer is that of the others and names it', async (_, reason, fault) => {
    for (const path of paths) for (const part of parts()) part.faults.add(fault, { path });

    const answers = await readAll();

    for (const [k, target] of reads.entries()) {
      const missing = `${failing}:${reason}`;
      expect({ target, ...seen(answers[k]) }).toEqual({ target, ...seen(rest[k]), missing, hasTag: false });
    }
  });

  it.each(harmless)('%s, nothing is missing', async (_, fault) => {
    for (const part of parts()) part.faults.add(fault);

    const answers = await readAll();

    for (const [k, target] of reads.entries()) {
      expect({ target, ...seen(answers[k]) }).toEqual({ target, ...seen(whole[k]) });
    }
  });

  const readAll = () => Promise.all(reads.map((target) => federation.gateway.get(target)));
  const parts = () => [federation.members[failing].primary, federation.members[failing].monitoring];
});

function seen(answer: Response | undefined): object {
  const { status, text, headers } = answer ?? {};
  return {
    status,
    text,
    missing: headers?.['x-particular-incomplete-results'],
    total: headers?.['total-count'],
    hasTag: headers?.etag !== undefined,
    retryAfter: headers?.['retry-after'],
  };
}
