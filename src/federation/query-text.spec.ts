import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { QueryText } from './query-text.js';

/** Raw queries of any kind, with keys that matter, in every spelling, among them. */
const anyQuery = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'page',
        'PAGE=2',
        'p%61ge=3',
        '%50age=4',
        'per_page=50',
        'q=a+b',
        'q=%',
        'page=%zz',
        '',
        '=',
        '=',
      ),
      fc.stringMatching(/^[\w.~%+=:@!$'()*,;/?-]{0,10}$/),
    ),
    { maxLength: 8 },
  )
  .map((pairs) => pairs.join('&'));

describe('reading a key', () => {
  it.each(['page=2', 'PAGE=2', 'Page=2', 'p%61ge=2', '%50AGE=2', 'a=1&page=2&b=3', '&&page=2', 'page=2&page=3'])(
    'finds 2 in %s',
    (raw) => {
      expect(new QueryText(raw).get('page')).toBe('2');
    },
  );

  it('does not care how the key is asked for', () => {
    expect(new QueryText('ClassifierFilter=x').get('classifierfilter')).toBe('x');
    expect(new QueryText('classifierfilter=x').get('classifierFilter')).toBe('x');
  });

  it.each(['', 'per_page=2', 'page2=2', 'xpage=2', 'page%20=2', 'a=page', 'q=%26page%3D2'])(
    'finds none in "%s"',
    (raw) => {
      expect(new QueryText(raw).get('page')).toBeUndefined();
    },
  );

  it.each(['page', 'page=', 'PAGE=&a=1'])('takes %s for an empty text', (raw) => {
    expect(new QueryText(raw).all('page')).toEqual(['']);
  });

  it('gives repeated keys in the order they came, in whatever spelling', () => {
    expect(new QueryText('page=1&a=x&PAGE=2&p%61ge=3').all('page')).toEqual(['1', '2', '3']);
  });

  it.each([
    ['q=a+b', 'a b'],
    ['q=a%2Bb', 'a+b'],
    ['q=a%20b%26c', 'a b&c'],
    ['q=a=b==', 'a=b=='],
    ['q=%E2%82%AC', '€'],
    ['q=%252F', '%2F'],
    ['q=%', '%'],
    ['q=%E2%82', '%E2%82'],
  ])('decodes %s once, to "%s"', (raw, value) => {
    expect(new QueryText(raw).get('q')).toBe(value);
  });

  it('reads what a form wrote, whatever it says', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (before, value) => {
        const raw = new URLSearchParams([
          ['first', before],
          ['Instance_Id', value],
        ]).toString();
        expect(new QueryText(raw).all('instance_id')).toEqual([value]);
      }),
    );
  });
});

describe('changing keys', () => {
  it.each<[string, Readonly<Record<string, string | number | undefined>>, string]>([
    ['page=2', { page: 1 }, 'page=1'],
    ['PAGE=2&p%61ge=3&status=a', { page: 1 }, 'status=a&page=1'],
    ['', { page: 1, per_page: 100 }, 'page=1&per_page=100'],
    ['page=2&sort=id', { page: undefined }, 'sort=id'],
    ['Page=2', { page: undefined }, ''],
    ['a=1', { page: undefined }, 'a=1'],
    ['a=%7e&b=~', { page: 1 }, 'a=%7e&b=~&page=1'],
    ['a=1&instance_id=eu~x', { instance_id: 'a b&c/ü' }, 'a=1&instance_id=a%20b%26c%2F%C3%BC'],
    ['a=1', { q: '' }, 'a=1&q='],
    ['a=1&&b=2&', { page: 1 }, 'a=1&&b=2&&page=1'],
  ])('makes of "%s" with %j "%s"', (raw, changes, expected) => {
    expect(new QueryText(raw).with(changes)).toBe(expected);
  });

  it('changes nothing when nothing is to be changed', () => {
    fc.assert(
      fc.property(anyQuery, (raw) => {
        expect(new QueryText(raw).with({})).toBe(raw);
      }),
    );
  });

  it('keeps the bytes and the order of all other pairs', () => {
    fc.assert(
      fc.property(anyQuery, (raw) => {
        const others = raw.split('&').filter((pair) => new QueryText(pair).get('page') === undefined);
        const changed = new QueryText(raw).with({ page: 7 });
        expect(changed === 'page=7' ? [] : changed.slice(0, -'&page=7'.length).split('&')).toEqual(
          raw === '' ? [] : others,
        );
      }),
    );
  });

  it('leaves one value and no other spelling of the key', () => {
    fc.assert(
      fc.property(anyQuery, fc.string({ unit: 'grapheme' }), (raw, value) => {
        expect(new QueryText(new QueryText(raw).with({ page: value })).all('PAGE')).toEqual([value]);
        expect(new QueryText(new QueryText(raw).with({ page: undefined })).all('page')).toEqual([]);
      }),
    );
  });
});
