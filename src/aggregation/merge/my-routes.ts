import type { Row } from '../../federation/route.js';
import type { JsonRow } from '../../json-text/json-row.js';

interface Listed {
  readonly method: string;
  readonly url_template: string;
}

/**
 * Routes that every document lists, spelled as the first one does; roles of all (decision 35). Parameter names differ
 * between versions, so templates are compared with `{...}` reduced to `{}` (hosting contract 5.2).
 */
export function mergeMyRoutes(documents: readonly JsonRow[]): Buffer {
  const [only, ...more] = documents;
  if (only !== undefined && more.length === 0) return only.bytes;
  const lists = documents.map(routesOf);
  const [first = [], ...others] = lists;
  const keys = others.map((list) => new Set(list.map(keyOf)));
  const common = first.filter((route) => keys.every((known) => known.has(keyOf(route))));
  const roles = new Set(
    documents.flatMap((document) => (document.array('roles') ?? []).flatMap((role) => role.text() ?? [])),
  );
  return Buffer.from(JSON.stringify({ roles: [...roles], routes: unique(common) }));
}

/** The gateway's own rows in the same shape. */
export function routesOfTable(rows: readonly Row[], templatePrefix: string): Buffer {
  const routes = rows.map(({ method, template }) => ({
    method,
    url_template: `${templatePrefix}${template.replaceAll('?}', '}')}`.replace(/(?<=.)\/$/, ''),
  }));
  return Buffer.from(JSON.stringify({ roles: [], routes }));
}

function routesOf(document: JsonRow): readonly Listed[] {
  return (document.array('routes') ?? []).flatMap((route) => {
    const [method, template] = [route.text('method'), route.text('url_template')];
    return method === undefined || template === undefined ? [] : [{ method, url_template: template }];
  });
}

function keyOf({ method, url_template: template }: Listed): string {
  return `${method.toUpperCase()} ${template.replace(/\{[^}]*\}/g, '{}')}`;
}

function unique(routes: readonly Listed[]): readonly Listed[] {
  return [...new Map(routes.map((route) => [keyOf(route), route])).values()];
}
