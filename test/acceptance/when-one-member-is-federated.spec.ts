import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shopOptions, stock, type Stock } from '../servicepulse/shop.js';
import { tokenWith } from '../support/http/token.js';
import type { InstallationOptions } from '../support/installation.js';
import { requester, type Response } from '../support/requester.js';
import { startInstalledFederation, type InstalledFederation } from '../support/start-installed-federation.js';
import { readsOf } from './one-member/reads.js';

/** Headers that say something of the answer itself; the others belong to the connection or to the gateway. */
const compared = [
  'content-type',
  'content-disposition',
  'total-count',
  'link',
  'allow',
  'x-particular-version',
  'x-particular-reason',
  'x-particular-incomplete-results',
  'cache-control',
  'pragma',
  'expires',
  'vary',
] as const;

/** What a later version may add to every object, in spellings that a careless reader would not keep. */
const later = [
  '{"since_later":{"most":9223372036854775807,"least":-9223372036854775808,"tiny":1E-05,"exact":1.10,',
  '"at":"2024-05-01T10:00:00.0000001Z","none":null,"text":"\\u00e9\\/\\ud83d\\ude00"},"since_later":0.10,"',
].join('');

/** Compression changes `Vary`, and belongs to the connection. */
const plain = { isCompressing: false };
const admin = { authorization: `Bearer ${tokenWith({ sub: 'ada', preferred_username: 'ada', roles: ['admin'] })}` };

interface Variant {
  readonly name: string;
  readonly member: Omit<InstallationOptions, 'key'>;
  readonly headers: Readonly<Record<string, string>>;
  /** Rows and headers that are decided to differ for this kind of member. */
  readonly differs: readonly string[];
  readonly rewrite?: (text: string) => string;
  /** Where the gateway serves this member alone, with another one in the federation. */
  readonly below?: string;
}

const variants: readonly Variant[] = [
  {
    name: 'alone on RavenDB, without authentication',
    member: shopOptions('eu', plain),
    headers: {},
    // Members crash there; ServicePulse hides half of itself when one surface does (decision 35).
    differs: ['GET /api/my/routes', 'GET /monitoring/api/my/routes'],
  },
  {
    name: 'alone on PostgreSQL, of a later version, with roles',
    member: withRoles({
      ...shopOptions('eu', { ...plain, generation: 'next' }),
      persister: 'postgresql',
      version: '6.21.0-alpha.3',
    }),
    headers: admin,
    // Later versions link shorter lists as well; the gateway links what all versions link.
    differs: ['link'],
  },
  {
    name: 'alone, whose objects all have fields that nobody knows',
    member: withRoles(shopOptions('eu', plain)),
    headers: admin,
    // Whose length was announced before.
    differs: ['GET /api/messages/{id}/body'],
    rewrite: (text) => (/^[[{]/.test(text) ? text.replaceAll('{"', later) : text),
  },
  {
    name: 'asked for by its key beside others',
    member: withRoles(shopOptions('eu', plain)),
    headers: admin,
    differs: [],
    below: '/members/eu',
  },
];

describe.each(variants)('a member $name', ({ member, headers, differs, rewrite, below }) => {
  let federation: InstalledFederation<'eu' | 'us'>;
  let held: Stock;

  beforeAll(async () => {
    federation = await startInstalledFederation(below === undefined ? ['eu'] : ['eu', 'us'], {
      members: { eu: member },
    });
    const { eu } = federation.members;
    held = stock(eu);
    if (rewrite === undefined) return;
    for (const part of [eu.primary, eu.monitoring]) part.faults.add({ kind: 'rewrite', text: rewrite });
  });

  afterAll(() => federation.stop());

  it('is asked for every read of the table', async () => {
    const rows = (await federation.gateway.get('/gateway/routes')).json as readonly { method: string; path: string }[];
    const reads = rows.filter(({ method }) => ['GET', 'HEAD', 'OPTIONS'].includes(method));

    // The report is a bundle of reports even when there is only one.
    const asked = [...readsOf(held).map(({ row }) => row), 'GET /api/licensing/report/file'];
    expect(reads.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(asked.sort());
  });

  const rows = readsOf({} as Stock).map(({ row }) => row);
  it.each(rows.filter((row) => !differs.includes(row)))(
    'says through the gateway what it says itself: %s',
    async (row) => {
      const [method = ''] = row.split(' ');
      for (const target of readsOf(held).find((read) => read.row === row)?.targets ?? []) {
        const own = await ofMember(method, target);
        const answer = await federation.gateway.request(method, `${below ?? ''}${target}`, { headers });

        expect({ target, ...seen(row, answer) }).toEqual({
          target,
          ...seen(row, own, withDecidedChanges(row, own.text)),
        });
      }
    },
  );

  function ofMember(method: string, target: string): Promise<Response> {
    const { primary, monitoring } = federation.members.eu;
    const isMonitoring = target.startsWith('/monitoring');
    const path = isMonitoring ? target.replace(/^\/monitoring\/?/, '/') : target;
    return requester(isMonitoring ? monitoring.url : primary.url).request(method, path, { headers });
  }

  function seen(row: string, { status, headers: got, text: own }: Response, text = own): object {
    // Without a result the headers of controllers are no promise; members themselves send them now and then.
    if (status >= 300) return { status, text };
    const kept = compared.filter((name) => !differs.includes(name)).map((name) => `${name}: ${String(got[name])}`);
    return {
      status,
      kept,
      // The gateway's tag is over what it made of the answer, so its value differs; streamed bodies have none.
      hasTag: row === 'GET /api/messages/{id}/body' || got.etag !== undefined,
      // By count (decision 15); members on PostgreSQL have an order of their own.
      text: row === 'GET /api/errors/queues/addresses' ? rowsInAnyOrder(text) : text,
    };
  }

  function withDecidedChanges(row: string, text: string): string {
    const { primary } = federation.members.eu;
    if (row === 'GET /api') {
      return text
        .replaceAll(`${primary.origin}/api`, `${federation.gateway.url}${below ?? ''}/api`)
        .replace(`"name":"${primary.name}"`, '"name":"ServiceControl (federated)"');
    }
    if (row === 'GET /api/eventlogitems') return text.replaceAll('"id":"', '"id":"eu~');
    return text
      .replaceAll('"instance_id":"', '"instance_id":"eu~')
      .replace(/("body_url":"[^"?]*\?instance_id=)/g, '$1eu~');
  }
});

function rowsInAnyOrder(list: string): string {
  const rows = list.slice(1, -1).split(/,(?=\{"(?:physical_address|since_later)")/);
  return rows.sort().join('\n');
}

function withRoles(options: Omit<InstallationOptions, 'key'>): Omit<InstallationOptions, 'key'> {
  const authentication = { mode: 'roles' } as const;
  return {
    ...options,
    primary: { ...options.primary, authentication },
    monitoring: { ...options.monitoring, authentication },
  };
}
