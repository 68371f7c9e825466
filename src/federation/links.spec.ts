import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pagingLinks, type LinkedPage } from './links.js';

const second: LinkedPage = {
  path: 'errors',
  query: 'status=unresolved&per_page=50&page=2',
  page: 2,
  perPage: 50,
  total: 120n,
};

function relationsOf(page: Partial<LinkedPage>): string[] {
  return pagingLinks({ ...second, ...page }).map(
    (link) => /page=(\d+)>; rel="(\w+)"$/.exec(link)?.slice(1).reverse().join(' ') ?? '',
  );
}

describe('pagingLinks', () => {
  it('writes one value per relation, in the order of members, with the page at the end of the query', () => {
    expect(pagingLinks(second)).toEqual([
      '<errors?status=unresolved&per_page=50&page=1>; rel="first"',
      '<errors?status=unresolved&per_page=50&page=1>; rel="prev"',
      '<errors?status=unresolved&per_page=50&page=3>; rel="last"',
      '<errors?status=unresolved&per_page=50&page=3>; rel="next"',
    ]);
  });

  it.each<[string, Partial<LinkedPage>, string[]]>([
    ['on the first page', { page: 1 }, ['last 3', 'next 2']],
    ['on the last page', { page: 3 }, ['first 1', 'prev 2']],
    ['on a page behind the last', { page: 4 }, []],
    ['with 50 rows in all, whatever the page size', { page: 1, perPage: 10, total: 50n }, []],
    ['with 51 rows', { page: 1, total: 51n }, ['last 2', 'next 2']],
    ['with everything on one page', { page: 1, perPage: 500, total: 120n }, []],
    ['with no rows', { page: 1, total: 0n }, []],
    ['with a full last page', { page: 1, total: 150n }, ['last 3', 'next 2']],
    [
      'with more rows than numbers can count',
      { page: 1, perPage: 1, total: 2n ** 53n + 1n },
      ['last 9007199254740993', 'next 2'],
    ],
  ])('%s', (_, page, expected) => {
    expect(relationsOf(page)).toEqual(expected);
  });

  it.each([
    ['a trailing slash', 'errors/', '<errors/?page=1>; rel="first"'],
    ['escapes, decoded', 'endpoints/Sales%20EU/errors', '<endpoints/Sales EU/errors?page=1>; rel="first"'],
    ['double escapes, decoded twice', 'endpoints/a%2Fb%252Fc/errors', '<endpoints/a/b/c/errors?page=1>; rel="first"'],
    ['an inner /api/, removed', 'endpoints/a/api/b/errors', '<endpoints/ab/errors?page=1>; rel="first"'],
    ['a broken escape', 'endpoints/%FF/errors', '<endpoints/%FF/errors?page=1>; rel="first"'],
    [
      'a line break',
      'endpoints/a%0D%0ASet-Cookie:x/errors',
      '<endpoints/a%0D%0ASet-Cookie:x/errors?page=1>; rel="first"',
    ],
    ['letters beyond ASCII', 'endpoints/%C3%9C/errors', '<endpoints/%C3%9C/errors?page=1>; rel="first"'],
  ])('targets a path with %s', (_, path, expected) => {
    expect(pagingLinks({ ...second, path, query: '' })[0]).toBe(expected);
  });

  it.each([
    [
      'dates and spaces',
      'modified=2024-05-01T10:00:00Z...2024-06-01&q=a+b',
      'modified=2024-05-01T10%3A00%3A00Z...2024-06-01&q=a%20b&',
    ],
    ['characters that .NET leaves alone', "a=$,;@!()*-._~'", 'a=$,;@!()*-._~%27&'],
    ['a key without a value', 'status', 'status=&'],
    ['a repeated key', 'a=1&b=2&A=3', 'a=1&a=3&b=2&'],
    ['another spelling of page', 'Page=2', 'Page=2&'],
    ['a lone surrogate', 'q=%ED%A0%80', 'q=%EF%BF%BD%EF%BF%BD%EF%BF%BD&'],
  ])('re-encodes a query with %s', (_, query, expected) => {
    expect(pagingLinks({ ...second, query })[0]).toBe(`<errors?${expected}page=1>; rel="first"`);
  });

  it('is always fit for a header line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (path, query) => {
        for (const link of pagingLinks({ ...second, path, query })) expect(link).toMatch(/^[ -~]+$/);
      }),
    );
  });
});
