import { describe, expect, it } from '@jest/globals';
import {
  date,
  filledText,
  flag,
  jsonIn,
  list,
  listOrEmpty,
  number,
  object,
  oneOf,
  optional,
  timespan,
  type Shape,
} from './shape.js';

const row = object({ id: filledText, count: optional(number) });

describe('what a client reads', () => {
  it.each<[string, Shape, unknown, readonly string[]]>([
    ['a row with all it needs', row, { id: 'a', count: 1, later: null }, []],
    ['a row without an optional field', row, { id: 'a' }, []],
    ['null for an optional field', row, { id: 'a', count: null }, ['x.count: expected a number, got null']],
    ['an empty id', row, { id: '' }, ['x.id: expected text that is not empty, got ""']],
    ['a list for an object', row, [], ['x: expected an object, got []']],
    ['rows', list(row), [{ id: 'a' }, {}], ['x[1].id: expected text that is not empty, got nothing']],
    ['no rows', list(row), [], ['x: expected rows, got none']],
    ['no rows where that is fine', listOrEmpty(row), [], []],
    ['an object for a list', listOrEmpty(row), {}, ['x: expected a list, got {}']],
    ['a date with 100 ns', date, '2024-05-01T10:00:00.0000001Z', []],
    ['a date without a zone', date, '0001-01-01T00:00:00', []],
    ['milliseconds for a date', date, 1714557600000, ['x: expected a date, got 1714557600000']],
    ['timespans', list(timespan), ['00:00:01.2340000', '30.00:00:00'], []],
    ['a text in place of a switch', flag, 'true', ['x: expected true or false, got "true"']],
    ['a word of several', oneOf('beating', 'dead'), 'gone', ['x: expected one of beating, dead, got "gone"']],
    ['JSON in a text', jsonIn(list(number)), '[1]', []],
    ['a list that should be JSON in a text', jsonIn(list(number)), [1], ['x: expected text with JSON, got [1]']],
  ])('of %s', (_, shape, value, faults) => {
    expect(shape.faults(value, 'x')).toEqual(faults);
  });
});
