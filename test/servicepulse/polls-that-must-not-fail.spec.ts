import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Fault } from '../support/http/faults.js';
import type { Installation } from '../support/installation.js';
import { untilAllAreUp } from '../support/member-states.js';
import { startInstalledFederation, type InstalledFederation } from '../support/start-installed-federation.js';
import { conversationId, shopOptions, stock } from './shop.js';

const keys = ['eu', 'us', 'ap'] as const;
type Key = (typeof keys)[number];
type Kind = 'rows' | 'number' | 'document';

/**
 * What ServicePulse asks again and again, or once for a long time. One failed answer ends the poll until the page is
 * reloaded, replaces the page by a text about the connection, or closes every gate that hangs on a version.
 */
const polls: readonly (readonly [target: string, kind: Kind])[] = [
  ['/api/errors?status=unresolved', 'rows'],
  ['/api/endpoints', 'rows'],
  ['/api/endpointssettings', 'rows'],
  ['/api/customchecks?status=fail&page=1', 'rows'],
  ['/api/configuration/remotes', 'rows'],
  ['/api/errors/groups/Message%20Type', 'rows'],
  ['/api/recoverability/groups/Endpoint%20Name', 'rows'],
  ['/api/recoverability/groups/Endpoint%20Name?classifierFilter=Sales', 'rows'],
  ['/api/messages2/?page_size=10&sort=time_sent&direction=desc', 'rows'],
  ['/api/eventlogitems?page=1&per_page=10', 'rows'],
  [`/api/conversations/${conversationId}`, 'rows'],
  ['/api/licensing/endpoints', 'rows'],
  ['/api/', 'document'],
  ['/api/configuration', 'document'],
  ['/api/authentication/configuration', 'document'],
  ['/api/license?refresh=true&clientName=servicepulse', 'document'],
  ['/api/licensing/settings/test', 'document'],
  ['/monitoring/', 'document'],
  ['/monitoring/monitored-endpoints/disconnected', 'number'],
  ['/monitoring/monitored-endpoints?history=1', 'rows'],
  ['/monitoring/monitored-endpoints/Sales?history=1', 'document'],
];

const marker = 'nobody-may-see-this';
const problem = JSON.stringify({ title: marker });

const faults: readonly (readonly [name: string, fault: Fault])[] = [
  ['answers 503 with a document of its own', { kind: 'status', status: 503, body: problem }],
  ['refuses the caller with 401', { kind: 'status', status: 401, body: problem }],
  ['forbids it with 403', { kind: 'status', status: 403, body: problem }],
  ['crashes', { kind: 'crash' }],
  ['shows the page of something in between', { kind: 'html', status: 502 }],
  ['answers null', { kind: 'body', text: 'null' }],
  ['answers an object where a list should be, and a list for an object', { kind: 'rewrite', text: turned }],
  ['gives up half way', { kind: 'reset', when: 'in-body' }],
  ['never answers', { kind: 'never-answer' }],
];

let federation: InstalledFederation<Key>;

beforeAll(async () => {
  federation = await startInstalledFederation(keys, {
    members: { eu: shopOptions('eu'), us: shopOptions('us'), ap: shopOptions('ap') },
    settings: {
      federation: {
        memberTimeout: '1s',
        searchTimeout: '1s',
        slowReadTimeout: '1s',
        probeInterval: '100ms',
        microCache: '0s',
      },
    },
  });
  for (const installation of federation.all) stock(installation);
  for (const [target] of polls) await federation.gateway.get(target);
});

afterEach(async () => {
  for (const { primary, monitoring } of federation.all) for (const part of [primary, monitoring]) part.faults.clear();
  for (const installation of federation.all) await installation.start();
  await untilAllAreUp(
    federation.gateway,
    polls.map(([target]) => target),
  );
});

afterAll(() => federation.stop());

describe.each<Key>(['eu', 'us'])('while %s', (failing) => {
  it.each(faults)('%s, everything that is polled is answered with what the others have', async (_, fault) => {
    for (const part of partsOf(federation.members[failing])) part.faults.add(fault);

    expect(await pollAll()).toEqual(polls.map(([target]) => ({ target, fault: 'none' })));
  });

  it('refuses connections, everything that is polled is answered with what the others have', async () => {
    await federation.members[failing].stop();

    expect(await pollAll()).toEqual(polls.map(([target]) => ({ target, fault: 'none' })));
  });
});

describe('while only one member is left', () => {
  it.each(keys)('and it is %s, everything that is polled is answered', async (left) => {
    for (const key of keys) if (key !== left) await federation.members[key].stop();

    expect(await pollAll()).toEqual(polls.map(([target]) => ({ target, fault: 'none' })));
  });
});

describe('while nobody is left', () => {
  it('what is taken for an answer whatever its status is still the document it was', async () => {
    const before = await Promise.all(lasting.map((target) => federation.gateway.get(target)));
    for (const installation of federation.all) await installation.stop();

    for (const [k, target] of lasting.entries()) {
      const answer = await federation.gateway.get(target);

      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      if (target !== remotes) expect(answer.text).toBe(before[k]?.text);
      else expect(statusesOf(answer.json)).toEqual(statusesOf(before[k]?.json).map(() => 'unavailable'));
    }
  });

  it.each(['/api/errors?status=unresolved', '/monitoring/monitored-endpoints/disconnected'])(
    '%s fails, so that ServicePulse says that nothing is connected',
    async (target) => {
      for (const installation of federation.all) await installation.stop();

      expect((await federation.gateway.get(target)).status).toBe(503);
    },
  );
});

const remotes = '/api/configuration/remotes';
const lasting = ['/api/configuration', '/api/authentication/configuration', remotes];

async function pollAll(): Promise<readonly { readonly target: string; readonly fault: string }[]> {
  return Promise.all(polls.map(async ([target, kind]) => ({ target, fault: await faultOf(target, kind) })));
}

async function faultOf(target: string, kind: Kind): Promise<string> {
  const answer = await federation.gateway.get(target);
  if (answer.status !== 200) return `status ${String(answer.status)}`;
  if (answer.text.includes(marker)) return 'the member’s words for it are in the answer';
  if (kind === 'rows') return Array.isArray(answer.json) && answer.json.length > 0 ? 'none' : `no rows: ${answer.text}`;
  if (kind === 'number') return /^\d+$/.test(answer.text) ? 'none' : `no number: ${answer.text}`;
  return answer.text.startsWith('{"') ? 'none' : `no document: ${answer.text}`;
}

function partsOf({
  primary,
  monitoring,
}: Installation): readonly [Installation['primary'], Installation['monitoring']] {
  return [primary, monitoring];
}

function statusesOf(json: unknown): readonly unknown[] {
  return (json as readonly { readonly status: string }[]).map(({ status }) => status);
}

function turned(text: string): string {
  return text.startsWith('[') ? `{"rows":${text}}` : `[${text}]`;
}
