import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../../json-text/json-row.js';
import { mergeLicenses } from './license.js';

const read = (license: string) => readDocument(Buffer.from(license));
const valid = '{ "edition":"E","status":"valid" }';
const invalid = '{"edition":"F","status":"invalid"}';

describe('the license of several Monitoring instances', () => {
  it.each([
    ['the lead one when all are valid', [valid, '{"status":"valid"}'], valid],
    ['the lead one, invalid, when another is', [valid, invalid], '{"edition":"E","status":"invalid"}'],
    ['the lead one when it is invalid itself', [invalid, valid], invalid],
    ['the lead one when nobody says anything', ['{ }', '{}'], '{ }'],
  ])('is %s', (_, licenses, expected) => {
    expect(mergeLicenses(licenses.map(read), 'worst').toString()).toBe(expected);
  });

  it('is the lead one untouched when asked so', () => {
    expect(mergeLicenses([valid, invalid].map(read), 'lead').toString()).toBe(valid);
  });
});
