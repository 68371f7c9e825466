import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDocument } from '../../json-text/json-row.js';
import {
  agreedText,
  allTrue,
  anyTrue,
  first,
  firstNonEmpty,
  maximumDate,
  minimumDate,
  sum,
  sumOf,
  type FieldRule,
} from './field-rules.js';
import type { MemberRow } from './member-row.js';

/** What a rule makes of field `f` of three members' rows, given as JSON texts; an empty text is a row without it. */
function merged(rule: FieldRule, ...values: string[]): string | undefined {
  const value = rule('f', values.map(rowOf));
  if (value === undefined) return undefined;
  return Buffer.isBuffer(value) ? value.toString() : `${value.chosen.toString()} (disputed)`;
}

function rowOf(json: string, at: number): MemberRow {
  const row = readDocument(Buffer.from(json === '' ? '{"other":1}' : `{"other":1,"f":${json}}`));
  return { memberKey: `m${String(at)}`, row };
}

const day = '"2024-05-01T10:00:00Z"';
const dayAndATick = '"2024-05-01T10:00:00.0000001Z"';
const dayAndTwoTicks = '"2024-05-01T10:00:00.0000002Z"';

describe('field rules', () => {
  it.each<[string, FieldRule, string[], string | undefined]>([
    ['first: of all', first, ['1', '2', '3'], '1'],
    ['first: that is there', first, ['', '2', '3'], '2'],
    ['first: null is a value', first, ['null', '2', ''], 'null'],

    ['firstNonEmpty: skips empty texts', firstNonEmpty, ['""', '"a"', '"b"'], '"a"'],
    ['firstNonEmpty: the lead first', firstNonEmpty, ['"a"', '"b"', ''], '"a"'],
    ['firstNonEmpty: only empty texts', firstNonEmpty, ['', '""', '""'], '""'],
    ['firstNonEmpty: keeps the spelling', firstNonEmpty, ['', '"\\u0041"', ''], '"\\u0041"'],

    ['agreedText: equal', agreedText, ['"a"', '"a"', ''], '"a"'],
    ['agreedText: equal in another spelling', agreedText, ['"a"', '"\\u0061"', ''], '"a"'],
    ['agreedText: empty is no opinion', agreedText, ['""', '"a"', ''], '"a"'],
    ['agreedText: the lead against others', agreedText, ['"a"', '"b"', '"b"'], '"a" (disputed)'],
    ['agreedText: the lead says nothing', agreedText, ['', '"b"', '"c"'], '"b" (disputed)'],
    ['agreedText: the lead is empty', agreedText, ['""', '"b"', '"c"'], '"b" (disputed)'],

    ['sum: of three', sum, ['1', '2', '3'], '6'],
    ['sum: of those that have it', sum, ['', '2', '3'], '5'],
    ['sum: one alone keeps its spelling', sum, ['', '1.50', ''], '1.50'],
    ['sum: beyond 2^53', sum, ['9007199254740993', '9007199254740993', '0'], '18014398509481986'],
    ['sum: 64-bit extremes', sum, ['9223372036854775807', '-9223372036854775808', ''], '-1'],
    ['sum: of fractions', sum, ['0.5', '1E-05', '1'], '1.50001'],
    ['sum: beyond all doubles', sum, ['1e308', '1e308', '1'], '1e308'],
    ['sum: null counts nothing', sum, ['null', '2', '3'], '5'],
    ['sum: nothing to add', sum, ['"x"', 'null', ''], '"x"'],

    ['minimumDate: to 100 ns', minimumDate, [dayAndTwoTicks, dayAndATick, ''], dayAndATick],
    ['minimumDate: no fraction is before a fraction', minimumDate, [dayAndATick, day, ''], day],
    ['maximumDate: to 100 ns', maximumDate, [dayAndATick, dayAndTwoTicks, ''], dayAndTwoTicks],
    [
      'maximumDate: shorter text can be later',
      maximumDate,
      ['"2024-05-01T10:00:00.1Z"', '"2024-05-01T10:00:00.0999999Z"'],
      '"2024-05-01T10:00:00.1Z"',
    ],
    [
      'maximumDate: the greatest date there is',
      maximumDate,
      [day, '"9999-12-31T23:59:59.9999999"', ''],
      '"9999-12-31T23:59:59.9999999"',
    ],
    ['minimumDate: the unset date', minimumDate, [day, '"0001-01-01T00:00:00"', ''], '"0001-01-01T00:00:00"'],
    ['maximumDate: what is no date is before all dates', maximumDate, ['"soon"', day, ''], day],
    ['maximumDate: equal, the lead', maximumDate, ['"2024-05-01T12:00:00+02:00"', day], '"2024-05-01T12:00:00+02:00"'],
    ['maximumDate: no texts at all', maximumDate, ['', 'null', '7'], 'null'],

    ['anyTrue: one', anyTrue, ['false', 'true', ''], 'true'],
    ['anyTrue: none', anyTrue, ['', 'false', 'false'], 'false'],
    ['allTrue: one is not', allTrue, ['true', 'false', ''], 'false'],
    ['allTrue: all that say', allTrue, ['true', '', 'true'], 'true'],
  ])('%s', (_, rule, values, expected) => {
    expect(merged(rule, ...values)).toBe(expected);
  });

  it.each(Object.entries({ first, firstNonEmpty, agreedText, sum, minimumDate, maximumDate, anyTrue, allTrue }))(
    '%s: a field absent from all stays absent',
    (_, rule) => {
      expect(merged(rule, '', '', '')).toBeUndefined();
    },
  );

  it.each(Object.entries({ first, firstNonEmpty, agreedText, sum, minimumDate, maximumDate, anyTrue, allTrue }))(
    '%s: one member alone keeps its bytes, whatever they are',
    (_, rule) => {
      fc.assert(
        fc.property(fc.json({ maxDepth: 1 }), (json) => {
          expect(merged(rule, json)).toBe(json);
        }),
      );
    },
  );
});

describe('sumOf', () => {
  it('adds whole numbers of any size exactly, in any order and any grouping', () => {
    const numbers = fc.array(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), { minLength: 1 });
    fc.assert(
      fc.property(numbers, fc.nat(), (values, cut) => {
        const texts = values.map(String);
        const at = 1 + (cut % values.length);
        const total = values.reduce((all, value) => all + value, 0n).toString();
        expect(sumOf(texts)).toBe(total);
        expect(sumOf([...texts].reverse())).toBe(total);
        expect(sumOf([sumOf(texts.slice(0, at)), ...texts.slice(at)])).toBe(total);
      }),
    );
  });

  it('is always a JSON number', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }), (values) => {
        expect(Number.isFinite(JSON.parse(sumOf(values.map((value) => JSON.stringify(value)))))).toBe(true);
      }),
    );
  });
});
