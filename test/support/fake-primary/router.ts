import type { RequestLine } from '../http/request-line.js';
import { isGuid } from './deterministic-guid.js';

/** What the router must know of a route. */
export interface Routed {
  readonly method: string;
  /** As ServiceControl writes it, below `/api`: `errors/{failedMessageId}`, `errors/groups/{classifier?}`. */
  readonly template: string;
}

/** What a path and a method lead to. */
export type Match<Route> =
  | { readonly kind: 'route'; readonly route: Route; readonly values: readonly (string | undefined)[] }
  | { readonly kind: 'wrong-method'; readonly allow: string }
  | { readonly kind: 'not-found' };

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'complex'; readonly pattern: RegExp }
  | { readonly kind: 'guid' | 'any' | 'optional' };

/** The route table in the order in which ASP.NET Core tries it: literal before parameter, from left to right. */
export class Router<Route extends Routed> {
  private readonly entries: readonly {
    readonly route: Route;
    readonly parts: readonly Part[];
    readonly rank: string;
  }[];

  constructor(routes: readonly Route[]) {
    this.entries = routes
      .map((route) => {
        const parts = `api/${route.template}`.replace(/\/$/, '').split('/').map(partOf);
        return { route, parts, rank: parts.map(rankOf).join('') };
      })
      .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  }

  /** A path that fits only with another method is a 405 with every fitting method in alphabetical order. */
  match(line: RequestLine, method: string): Match<Route> {
    const methods = new Set<string>();
    for (const { route, parts } of this.entries) {
      const values = valuesOf(parts, line.segments);
      if (values === undefined) continue;
      if (route.method === method) return { kind: 'route', route, values };
      methods.add(route.method);
    }
    return methods.size === 0 ? { kind: 'not-found' } : { kind: 'wrong-method', allow: [...methods].sort().join(', ') };
  }
}

function partOf(text: string): Part {
  if (!text.includes('{')) return { kind: 'literal', text: text.toLowerCase() };
  if (/^\{[^}]*:guid\}$/.test(text)) return { kind: 'guid' };
  if (/^\{[^}]*\?\}$/.test(text)) return { kind: 'optional' };
  if (/^\{[^}]*\}$/.test(text)) return { kind: 'any' };
  const pattern = text
    .split(/\{[^}]*\}/)
    .map(escaped)
    .join('(.+)');
  return { kind: 'complex', pattern: new RegExp(`^${pattern}$`, 'is') };
}

function rankOf(part: Part): string {
  return { literal: '1', complex: '2', guid: '3', any: '4', optional: '5' }[part.kind];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function valuesOf(parts: readonly Part[], segments: readonly string[]): readonly (string | undefined)[] | undefined {
  if (segments.length > parts.length) return undefined;
  const values: (string | undefined)[] = [];
  for (const [k, part] of parts.entries()) {
    const segment = segments[k];
    const found = segment === undefined || segment === '' ? missingPart(part, segment) : partValues(part, segment);
    if (found === undefined) return undefined;
    values.push(...found);
  }
  return values;
}

/** Only an optional part may be missing; an empty segment in the middle of a path fits nothing. */
function missingPart(part: Part, segment: string | undefined): readonly undefined[] | undefined {
  return part.kind === 'optional' && segment === undefined ? [undefined] : undefined;
}

function partValues(part: Part, segment: string): readonly string[] | undefined {
  if (part.kind === 'literal') return segment.toLowerCase() === part.text ? [] : undefined;
  if (part.kind === 'complex') return part.pattern.exec(segment)?.slice(1);
  return part.kind === 'guid' && !isGuid(segment) ? undefined : [segment];
}
