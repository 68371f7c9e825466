import { describe, expect, it } from '@jest/globals';
import { firstValue, readTarget } from './request-line.js';

describe('the path of a target', () => {
  it.each([
    ['/', []],
    ['', []],
    ['/a/b/', ['a', 'b']],
    ['/a//b', ['a', '', 'b']],
    ['/a%20b/%C3%BC', ['a b', 'ü']],
    ['/a%2Fb/%2f', ['a%2Fb', '%2f']],
    ['/100%2525', ['100%25']],
    ['/%FF%41/%4/%', ['%FFA', '%4', '%']],
    ['/%C0%AF/%F0%9F%90%9E', ['%C0%AF', '🐞']],
    ['/a+b', ['a+b']],
    ['http://host:1/a/b?c', ['a', 'b']],
  ])('%s is %p', (target, segments) => {
    expect(readTarget(target).segments).toEqual(segments);
  });
});

describe('the query of a target', () => {
  it('has names in lower case, decoded values, and blanks for plus signs', () => {
    expect(readTarget('/a?History=5&&q=a+b%2Bc&flag&x=1=2').query).toEqual([
      ['history', '5'],
      ['q', 'a b+c'],
      ['flag', ''],
      ['x', '1=2'],
    ]);
  });

  it('counts the first of several values', () => {
    const line = readTarget('/a?Page=1&page=2');

    expect([firstValue(line, 'page'), firstValue(line, 'sort')]).toEqual(['1', undefined]);
  });
});
