import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { member } from '../../test/support/outcomes.js';
import { incompleteResults, memberName } from './incomplete-results.js';

describe('memberName', () => {
  const eu = member('eu', { name: 'Europe' });

  it.each([
    ['url', 'http://sc-eu:33333/api/'],
    ['key', 'eu'],
    ['name', 'Europe'],
  ] as const)('by %s is %s', (by, name) => {
    expect(memberName(eu, 'service-control', by)).toBe(name);
  });

  it('by url is the address of the surface asked', () => {
    expect(memberName(eu, 'monitoring', 'url')).toBe('http://sc-eu:33633/');
  });

  it('by url is the key for a surface that the member does not have', () => {
    expect(memberName(member('eu', { addresses: {} }), 'monitoring', 'url')).toBe('eu');
  });

  it('by url keeps colons, which every address has, and escapes commas', () => {
    const odd = member('eu', { addresses: { 'service-control': 'http://sc:1/a,b/api/' } });
    expect(memberName(odd, 'service-control', 'url')).toBe('http://sc:1/a%2Cb/api/');
  });

  it('by name has blanks for what separates entries and their reasons', () => {
    expect(memberName(member('eu', { name: 'EU: Köln, Rack 7' }), 'service-control', 'name')).toBe('EU  Köln  Rack 7');
  });

  it.each(['Łódź', '東京', 'eu 🇪🇺', 'tab\there', 'line\r\nSet-Cookie: a=b', 'null\0', '\u007f', '\ud800'])(
    'by name of %j can be sent as a header',
    (name) => {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      const header = memberName(member('eu', { name }), 'service-control', 'name');
      expect(() => response.setHeader('X-Particular-Incomplete-Results', header)).not.toThrow();
    },
  );

  it('tells names apart that differ in letters no header can have', () => {
    const [tokyo, kyoto] = ['東京', '京都'].map((name) => memberName(member('x', { name }), 'service-control', 'name'));
    expect(tokyo).not.toBe(kyoto);
  });
});

describe('incompleteResults', () => {
  const eu = { name: 'http://eu/api/', reason: 'timeout' } as const;
  const us = { name: 'http://us/api/', reason: 'unavailable' } as const;

  it('is absent when nothing is missing', () => {
    expect(incompleteResults({ missing: [], ofMembers: [] })).toBeUndefined();
    expect(incompleteResults({ missing: [], ofMembers: ['', ' , '], approximatePaging: false })).toBeUndefined();
  });

  it('names failed members in their order, each with its reason', () => {
    expect(incompleteResults({ missing: [us, eu], ofMembers: [] })).toBe(
      'http://us/api/:unavailable, http://eu/api/:timeout',
    );
  });

  it('passes on what members say of their own instances, unchanged and after the failed members', () => {
    const ofMembers = ['aHR0cA..:timeout, aHR1:error', 'aHR2:unavailable,aHR3:odd reason'];

    expect(incompleteResults({ missing: [eu], ofMembers })).toBe(
      'http://eu/api/:timeout, aHR0cA..:timeout, aHR1:error, aHR2:unavailable, aHR3:odd reason',
    );
  });

  it('says the same thing once', () => {
    expect(incompleteResults({ missing: [], ofMembers: ['a:timeout, b:error', 'b:error', 'a:error'] })).toBe(
      'a:timeout, b:error, a:error',
    );
  });

  it('ends with the remark on pages that are approximate', () => {
    expect(incompleteResults({ missing: [eu], ofMembers: ['a:error'], approximatePaging: true })).toBe(
      'http://eu/api/:timeout, a:error, proxy:approximate-paging',
    );
    expect(incompleteResults({ missing: [], ofMembers: [], approximatePaging: true })).toBe('proxy:approximate-paging');
  });

  it('ends with that remark, said once, when a member that is a gateway itself makes it too', () => {
    const ofMembers = ['a:error, proxy:approximate-paging', 'b:error'];

    expect(incompleteResults({ missing: [], ofMembers, approximatePaging: true })).toBe(
      'a:error, b:error, proxy:approximate-paging',
    );
    expect(incompleteResults({ missing: [], ofMembers })).toBe('a:error, b:error, proxy:approximate-paging');
  });

  it('loses no entry and invents none', () => {
    const entry = fc.stringMatching(/^[a-z.]{1,4}:(?:timeout|error)$/);
    fc.assert(
      fc.property(fc.array(fc.array(entry)), (headers) => {
        const text = incompleteResults({ missing: [], ofMembers: headers.map((entries) => entries.join(',')) });
        expect(text?.split(', ') ?? []).toEqual([...new Set(headers.flat())]);
      }),
    );
  });
});
