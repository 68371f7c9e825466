import { describe, expect, it } from '@jest/globals';
import { QueryText } from '../../federation/query-text.js';
import { readPage } from './page.js';

const page = (query: string) => readPage(new QueryText(query));

describe('readPage', () => {
  it.each([
    ['', 1, 50],
    ['page=3', 3, 50],
    ['PAGE=3&Per_Page=20', 3, 20],
    ['page=0&per_page=0', 1, 50],
    ['page=-2&per_page=-5', 1, 50],
    ['page=%202%09', 2, 50],
    ['page=%2B2', 2, 50],
    ['per_page=2147483647', 1, 2_147_483_647],
    ['page=-2147483648', 1, 50],
    ['per_page=100000', 1, 100_000],
  ])('reads "%s" as page %i of %i rows', (query, number, perPage) => {
    expect(page(query)).toEqual({ page: number, perPage, firstRow: (number - 1) * perPage, lastRow: number * perPage });
  });

  it.each([
    ['page=', 'page'],
    ['page=one', 'page'],
    ['page=1.5', 'page'],
    ['page=1&page=2', 'page'],
    ['page=1&PAGE=2', 'page'],
    ['page=2147483648', 'page'],
    ['page=-2147483649', 'page'],
    ['page=%C2%A02', 'page'],
    ['page=0x10', 'page'],
    ['page=1e3', 'page'],
    ['per_page=', 'per_page'],
    ['per_page=99999999999', 'per_page'],
    ['per_page=1&per_page=1', 'per_page'],
  ])('refuses "%s", naming %s', (query, field) => {
    expect(page(query)).toMatchObject({ field });
  });
});
