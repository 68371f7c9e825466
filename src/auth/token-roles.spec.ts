import { describe, expect, it } from '@jest/globals';
import { rolesOf } from './token-roles.js';

describe('rolesOf', () => {
  it.each<[string, Record<string, unknown>, string, readonly string[]]>([
    ['one role', { roles: 'reader' }, 'roles', ['reader']],
    ['several', { roles: ['reader', 'admin', 'reader'] }, 'roles', ['reader', 'admin']],
    ['JSON text of several', { roles: '["reader","admin"]' }, 'roles', ['reader', 'admin']],
    ['text that only begins like a list', { roles: '[reader' }, 'roles', ['[reader']],
    ['a claim name with a colon', { 'cognito:groups': ['ops'] }, 'cognito:groups', ['ops']],
    ['a path through objects', { realm_access: { roles: ['admin'] } }, 'realm_access.roles', ['admin']],
    ['a path through JSON text', { realm_access: '{"roles":"admin"}' }, 'realm_access.roles', ['admin']],
    ['a path that ends early', { realm_access: {} }, 'realm_access.roles', []],
    ['a path through malformed text', { realm_access: '{' }, 'realm_access.roles', []],
    ['no blanks or commas are split', { roles: 'a b,c' }, 'roles', ['a b,c']],
    ['values that are no text', { roles: [1, null, { a: 1 }] }, 'roles', []],
    ['nothing inherited', {}, '__proto__.constructor', []],
    [
      'the framework’s own name',
      { 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role': 'x', roles: 'y' },
      'roles',
      ['y', 'x'],
    ],
  ])('reads %s', (_name, claims, claim, roles) => {
    expect(rolesOf(claims, claim)).toEqual(roles);
  });
});
