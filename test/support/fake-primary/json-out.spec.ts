import { expect, it } from '@jest/globals';
import { jsonText, RawJson } from './json-out.js';

it('writes numbers beyond 2^53 and raw texts as they are, and no nulls in objects', () => {
  const value = { a: null, b: 9_007_199_254_740_993n, c: new RawJson('1.10'), d: ['ü', true, undefined], e: undefined };

  expect(jsonText(value)).toBe('{"b":9007199254740993,"c":1.10,"d":["ü",true,null]}');
});
