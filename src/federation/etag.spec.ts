import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { combineTags, matches, type TagPart } from './etag.js';

const eu = { memberKey: 'eu', tag: '"1"' };
const us = { memberKey: 'us', tag: '"2"' };

function tagOf(...parts: TagPart[]): string {
  const tag = combineTags(parts, 'GET errors');
  if (tag === undefined) throw new Error('no tag');
  return tag;
}

describe('combineTags', () => {
  it('makes a weak, quoted tag of safe characters', () => {
    expect(tagOf(eu, us)).toMatch(/^W\/"[A-Za-z0-9_-]{32}"$/);
  });

  it('does not depend on which member answered first', () => {
    expect(tagOf(us, eu)).toBe(tagOf(eu, us));
  });

  it('moves when any member tag moves', () => {
    expect(tagOf(eu, { ...us, tag: '"3"' })).not.toBe(tagOf(eu, us));
  });

  it('moves when two members swap their tags', () => {
    expect(tagOf({ ...eu, tag: us.tag }, { ...us, tag: eu.tag })).not.toBe(tagOf(eu, us));
  });

  it('moves when something else in the answer moves', () => {
    expect(combineTags([eu], 'page 1')).not.toBe(combineTags([eu], 'page 2'));
  });

  it.each([
    ['unquoted', '4611686018427387904', '"4611686018427387904"'],
    ['weak', 'W/"x"', '"x"'],
    ['padded', ' "x" ', '"x"'],
  ])('takes a tag that is %s for the same value', (_, spelled, strong) => {
    expect(tagOf({ ...eu, tag: spelled })).toBe(tagOf({ ...eu, tag: strong }));
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['blank', '  '],
    ['an empty pair of quotes', '""'],
    ['a weak empty pair of quotes', 'W/""'],
    ['an empty list', []],
  ])('is none when one member tag is %s', (_, tag) => {
    expect(combineTags([eu, { memberKey: 'us', tag }], '')).toBeUndefined();
  });

  it('is none when nobody answered', () => {
    expect(combineTags([], 'GET errors')).toBeUndefined();
  });

  it('counts both values of a member that sends two', () => {
    const both = tagOf({ ...eu, tag: ['"1"', '"2"'] });
    expect(both).not.toBe(tagOf({ ...eu, tag: ['"1"', '"3"'] }));
    expect(both).not.toBe(tagOf(eu));
  });

  it('differs for different sets of member tags and is equal for equal ones', () => {
    const parts = fc.uniqueArray(fc.record({ memberKey: fc.string(), tag: fc.stringMatching(/^[!#-~]{1,6}$/) }), {
      selector: ({ memberKey }) => memberKey,
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(parts, parts, (left, right) => {
        const plain = (of: TagPart[]) =>
          JSON.stringify(of.map(({ memberKey, tag }) => [memberKey, opaque(tag)]).sort());
        fc.pre([...left, ...right].every(({ tag }) => opaque(tag) !== ''));
        expect(combineTags(left, '') === combineTags(right, '')).toBe(plain(left) === plain(right));
      }),
    );
    function opaque(tag: TagPart['tag']): string {
      return String(tag)
        .replace(/^W\//, '')
        .replace(/^"(.*)"$/, '$1');
    }
  });
});

describe('matches', () => {
  it.each([
    ['the tag itself', 'W/"a"', true],
    ['its strong form', '"a"', true],
    ['its bare value', 'a', true],
    ['another tag', 'W/"b"', false],
    ['a list with it', '"x", W/"a" ,"y"', true],
    ['a list without spaces', '"x",W/"a"', true],
    ['a list without it', '"x", "y"', false],
    ['a tag that contains it between commas', '"x,a,y"', false],
    ['the wildcard', '*', true],
    ['a quoted star', '"*"', false],
    ['nothing', '', false],
    ['an unclosed quote', '"a', false],
    ['another letter case', 'W/"A"', false],
  ])('understands %s', (_, header, expected) => {
    expect(matches(header, 'W/"a"')).toBe(expected);
  });

  it('takes commas inside quotes for a part of the tag', () => {
    expect(matches('"x", "a,b"', 'W/"a,b"')).toBe(true);
  });
});
