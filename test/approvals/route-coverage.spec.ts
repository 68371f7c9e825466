import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RouteTable } from '../../src/federation/route-table.js';
import { startGateway, type RunningGateway } from '../support/start-gateway.js';
import { notServedYet, ownRows } from './stated-reasons.js';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway([
    { api_uri: 'http://127.0.0.1:9/api/', monitoring_uri: 'http://127.0.0.1:9/', key: 'eu' },
  ]);
});

afterAll(() => gateway.stop());

interface Upstream {
  readonly name: string;
  readonly anonymous: boolean;
}

/** One `METHOD /path` a line, with words behind it; `#` starts a remark. */
function upstream(file: string): readonly Upstream[] {
  const text = readFileSync(new URL(`./upstream/${file}-routes.txt`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [method = '', path = '', ...words] = line.split(' ');
      return { name: comparable(`${method} ${path}`), anonymous: words.includes('anonymous') };
    });
}

/** Parameter names differ between versions of ServiceControl (contract 5.6); positions do not. */
function comparable(route: string): string {
  return route.replace(/\{[^}?]*(\??)\}/g, '{$1}').replace(/\/$/, '');
}

function served(surface: string, prefix: string): readonly Upstream[] {
  return gateway.app
    .get(RouteTable, { strict: false })
    .all()
    .filter((entry) => entry.surface.name === surface)
    .map(({ row }) => ({ name: comparable(`${row.method} ${prefix}${row.template}`), anonymous: row.anonymous }));
}

describe.each([
  { surface: 'service-control', prefix: '/api/', files: ['primary', 'licensing'] },
  { surface: 'monitoring', prefix: '/', files: ['monitoring'] },
])('routes of $surface', ({ surface, prefix, files }) => {
  const wanted = (): readonly Upstream[] => files.flatMap(upstream);
  const names = (rows: readonly Upstream[]): readonly string[] => rows.map(({ name }) => name);

  it('leaves no route of ServiceControl without a row', () => {
    const have = new Set(names(served(surface, prefix)));
    expect(names(wanted()).filter((name) => !have.has(name))).toEqual(
      names(wanted()).filter((name) => notServedYet.includes(`${surface}: ${name}`)),
    );
  });

  it('has no row that ServiceControl does not have, unless a reason is stated', () => {
    const have = new Set(names(wanted()));
    const extra = names(served(surface, prefix)).filter((name) => !have.has(name));
    expect(extra.filter((name) => ownRows[`${surface}: ${name}`] === undefined)).toEqual([]);
  });

  it('is anonymous exactly where ServiceControl is', () => {
    const anonymous = new Set(names(wanted().filter((route) => route.anonymous)));
    const differing = served(surface, prefix).filter((row) => row.anonymous !== anonymous.has(row.name));
    expect(names(differing)).toEqual([]);
  });
});
