import type { Row } from './route.js';

/** Raw, still percent-encoded values of a template's parameters. */
export type RawParams = Readonly<Record<string, string>>;

const parameter = /\{([A-Za-z]+)(\?)?\}/g;

/**
 * Template to Express path: `errors/groups/{classifier?}` to `errors/groups{/:classifier}`.
 * An optional parameter stands last and takes its slash with it, so that the trailing-slash form also matches.
 */
export function toRouterPath(template: string): string {
  return template.replace(/\/\{([A-Za-z]+)\?\}$/, '{/:$1}').replace(/\{([A-Za-z]+)\}/g, ':$1');
}

/**
 * Matches raw paths against a template as members do (contract 1.4): letter case and a trailing slash do not count,
 * and `%2F` is not a slash. Undefined when the path is another one.
 */
export function templateMatcher(template: string): (rawPath: string) => RawParams | undefined {
  const names: string[] = [];
  const pattern = template
    .split('/')
    .map((segment) => segmentPattern(segment, names))
    .join('');
  const regex = new RegExp(`^${pattern.replace(/^\//, '')}/?$`, 'i');
  return (rawPath) => {
    const found = regex.exec(rawPath);
    if (found === null) return undefined;
    const params: Record<string, string> = {};
    names.forEach((name, at) => {
      const value = found[at + 1];
      if (value !== undefined) params[name] = value;
    });
    return params;
  };
}

/**
 * Most specific first, as members choose: literals win over parameters, per segment from the left; a route with a
 * HEAD row of its own comes before the GET that Express would otherwise let answer HEAD.
 */
export function inRoutingOrder(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort(
    (a, b) =>
      compareText(specificity(a.template), specificity(b.template)) || methodRank(a.method) - methodRank(b.method),
  );
}

function segmentPattern(segment: string, names: string[]): string {
  const optional = segment.endsWith('?}');
  const pattern = segment
    .split(parameter)
    .map((piece, at) => {
      // split() with two groups yields literal, name, question mark, literal, ...
      if (at % 3 === 0) return escapeRegex(piece);
      if (at % 3 === 2) return '';
      names.push(piece);
      return segment.includes('...') ? '([^/]+?)' : '([^/]+)';
    })
    .join('');
  return optional ? `(?:/${pattern})?` : `/${pattern}`;
}

/** `0` literal, `1` literal with parameters, `2` parameter, `3` optional parameter; a longer path sorts before its prefix. */
function specificity(template: string): string {
  const ranks = template.split('/').map((segment) => {
    if (!segment.includes('{')) return '0';
    if (segment.endsWith('?}')) return '3';
    return segment.startsWith('{') && segment.indexOf('}') === segment.length - 1 ? '2' : '1';
  });
  return `${ranks.join('')}9`;
}

function methodRank(method: string): number {
  return method === 'HEAD' ? 0 : 1;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
