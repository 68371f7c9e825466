import { describe, expect, it } from '@jest/globals';
import { readRoles } from './token.js';

describe('the roles of a token', () => {
  it.each([
    ['roles', { roles: 'reader' }, ['reader']],
    ['roles', { roles: ['reader', 'writer', 'reader', 7] }, ['reader', 'writer']],
    ['roles', { roles: '["reader","writer"]' }, ['reader', 'writer']],
    ['roles', { roles: '[reader' }, ['[reader']],
    ['roles', { roles: 'reader,writer' }, ['reader,writer']],
    ['roles', {}, []],
    ['a.b', { a: { b: ['reader'] } }, ['reader']],
    ['a.b', { a: '{"b":"reader"}' }, ['reader']],
    ['a.b', { a: '{"b":' }, []],
    ['a.b.c', { a: { b: 'reader' } }, []],
    ['roles', { 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role': 'admin' }, ['admin']],
  ])('under %p in %p are %p', (claim, claims, roles) => {
    expect(readRoles(claims, claim)).toEqual(roles);
  });
});
