import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { templateMatcher } from '../../src/federation/route-path.js';
import { RouteTable } from '../../src/federation/route-table.js';
import { startGateway, type RunningGateway } from '../support/start-gateway.js';

const approvedFile = new URL('./routes.approved.txt', import.meta.url);

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway([
    { api_uri: 'http://127.0.0.1:9/api/', monitoring_uri: 'http://127.0.0.1:9/', key: 'eu' },
  ]);
});

afterAll(() => gateway.stop());

interface ListedRoute {
  readonly surface: string;
  readonly method: string;
  readonly path: string;
  readonly letter: string;
  readonly strategy: string;
  readonly anonymous: boolean;
  readonly options: string;
}

async function listed(): Promise<readonly ListedRoute[]> {
  return (await gateway.get('/gateway/routes')).json as readonly ListedRoute[];
}

/** `APPROVE=1 npm test -- route-table` writes the file; the commit that changes it says why the mapping is right. */
it('registers the approved routes', async () => {
  const lines = (await listed())
    .map(({ method, path, letter, strategy, anonymous, options }) =>
      [
        `${method} ${path}`,
        letter,
        strategy,
        ...(options === '' ? [] : [options]),
        ...(anonymous ? ['anonymous'] : []),
      ].join(' | '),
    )
    .sort();
  const text = `${lines.join('\n')}\n`;
  if (process.env['APPROVE'] === '1') writeFileSync(approvedFile, text);
  expect(text).toBe(readFileSync(approvedFile, 'utf8'));
});

it('hides no row behind another one', () => {
  const entries = gateway.app.get(RouteTable, { strict: false }).all();
  const hidden = entries.flatMap(({ surface, row }, at) => {
    const example = row.template.replace(/\{[^}]*\}/g, 'x~1');
    const first = entries.findIndex(
      (other) =>
        other.surface.name === surface.name &&
        other.row.method === row.method &&
        templateMatcher(other.row.template)(example) !== undefined,
    );
    return first === at
      ? []
      : [`${row.method} ${row.template} is hidden by ${entries[first]?.row.template ?? 'nothing'}`];
  });
  expect(hidden).toEqual([]);
});
