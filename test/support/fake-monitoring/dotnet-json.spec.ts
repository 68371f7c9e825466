import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { doubleText, toEscapedJson, toJson } from './dotnet-json.js';

describe('a double', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [12, '12'],
    [0.2, '0.2'],
    [5 / 3, '1.6666666666666667'],
    [-3.5, '-3.5'],
    [0.0001, '0.0001'],
    [0.00012345, '0.00012345'],
    [0.00001, '1E-05'],
    [-0.0000123, '-1.23E-05'],
    [1e-12, '1E-12'],
    [1e-300, '1E-300'],
    [100_000_000_000_000, '100000000000000'],
    [1e15, '1E+15'],
    [1.5e15, '1.5E+15'],
    [9_007_199_254_740_992, '9007199254740992'],
    [9_223_372_036_854_775_807, '9.223372036854776E+18'],
    [1.7976931348623157e308, '1.7976931348623157E+308'],
  ])('%p is written as %s', (value, text) => {
    expect(doubleText(value)).toBe(text);
  });

  it('is read back as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(JSON.parse(doubleText(value))).toBe(value);
      }),
    );
  });
});

describe('a document', () => {
  it('has no blanks and leaves out members without a value', () => {
    expect(toJson({ a: [1, 'x', true], b: undefined, c: {} })).toBe('{"a":[1,"x",true],"c":{}}');
  });

  it('keeps text outside ASCII', () => {
    expect(toJson('Zürich & <b>')).toBe('"Zürich & <b>"');
  });

  it('escapes text outside ASCII and HTML characters for the cautious encoder', () => {
    expect(toEscapedJson({ Name: 'Zürich & "<b>"+\\' })).toBe(
      '{"Name":"Z\\u00FCrich \\u0026 \\u0022\\u003Cb\\u003E\\u0022\\u002B\\\\"}',
    );
  });
});
