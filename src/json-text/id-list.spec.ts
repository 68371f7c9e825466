import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readIdList } from './id-list.js';

describe('readIdList', () => {
  it('keeps the order and leaves out doubles', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), (ids) => {
        expect(readIdList(Buffer.from(JSON.stringify(ids)))).toEqual({ ids: [...new Set(ids)] });
      }),
    );
  });

  it('takes blanks, escapes and a byte order mark', () => {
    expect(readIdList(Buffer.from('\ufeff [ "\\u0061" ,\n"b" ] '))).toEqual({ ids: ['a', 'b'] });
  });

  it('finds nothing wrong with an empty array', () => {
    expect(readIdList(Buffer.from('[]'))).toEqual({ ids: [] });
  });

  it.each([
    ['null', 'null'],
    ['{}', 'not an array'],
    ['"a"', 'not an array'],
    ['["a"', 'not JSON'],
    ['', 'not JSON'],
    ['["a",]', 'not JSON'],
    ['["a",null', 'not JSON'],
    ['["a",null]', 'empty element'],
    ['["a",""]', 'empty element'],
    ['["a",1]', 'an element that is no text'],
    ['["a",{}]', 'an element that is no text'],
  ])('says what is wrong with %s', (body, fault) => {
    expect(readIdList(Buffer.from(body))).toEqual({ fault });
  });
});
