import { type Route, routes } from './routes.js';
import type { RequestLine } from '../http/request-line.js';
import type { VersionRules } from '../fake-primary/version.js';

/** What a path and a method lead to. */
export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly values: readonly string[] }
  | { readonly kind: 'wrong-method'; readonly allow: string }
  | { readonly kind: 'not-found' };

/** Paths match in any letter case. The table lists literal paths before the parameters that would hide them. */
export function match(line: RequestLine, method: string, rules: VersionRules): Match {
  const fitting = routes.flatMap((route) => {
    const values = rules.since(route.since) ? valuesOf(route.template, line.segments) : undefined;
    return values === undefined ? [] : [{ kind: 'route' as const, route, values }];
  });
  if (fitting.length === 0) return { kind: 'not-found' };
  const found = fitting.find(({ route }) => route.method === method);
  if (found !== undefined) return found;
  const methods = new Set(fitting.map(({ route }) => route.method));
  return { kind: 'wrong-method', allow: [...methods].sort().join(', ') };
}

function valuesOf(template: string, segments: readonly string[]): readonly string[] | undefined {
  const parts = template.split('/').filter((part) => part !== '');
  if (parts.length !== segments.length) return undefined;
  const values: string[] = [];
  for (const [position, part] of parts.entries()) {
    const segment = segments[position] ?? '';
    if (segment === '') return undefined;
    if (part.startsWith('{')) values.push(segment);
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return values;
}
