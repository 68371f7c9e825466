import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDocument } from '../../json-text/json-row.js';
import { sumDocuments } from './sum.js';

function summed(...documents: string[]): string {
  return sumDocuments(documents.map((document) => readDocument(Buffer.from(document)))).toString();
}

describe('sumDocuments', () => {
  it.each<[string, string[], string]>([
    ['flat numbers', ['{"active":2,"failing":1}', '{"active":3,"failing":0}'], '{"active":5,"failing":1}'],
    [
      'maps of numbers with literal keys, in order of first appearance',
      [
        '{"Endpoints":{"Sales":3},"Hosts":{"SRV2":3},"Message types":{"Sales.OrderPlaced":3}}',
        '{"Endpoints":{"Billing":1,"Sales":4},"Hosts":{},"Message types":{"Sales.OrderPlaced":5}}',
      ],
      '{"Endpoints":{"Sales":7,"Billing":1},"Hosts":{"SRV2":3},"Message types":{"Sales.OrderPlaced":8}}',
    ],
    ['numbers beyond 2^53', ['{"a":9007199254740993}', '{"a":9007199254740993}'], '{"a":18014398509481986}'],
    [
      'keys that mean something to JavaScript',
      ['{"__proto__":{"x":1}}', '{"__proto__":{"x":2},"constructor":{"y":1}}'],
      '{"__proto__":{"x":3},"constructor":{"y":1}}',
    ],
    ['keys with quotes and escapes', ['{"a\\"b":1}', '{"a\\u0022b":2}'], '{"a\\"b":3}'],
    ['a map that one member leaves out', ['{"a":{"x":1}}', '{}'], '{"a":{"x":1}}'],
    ['a null beside a number', ['{"a":null}', '{"a":2}'], '{"a":2}'],
    ['a null beside a map', ['{"a":null}', '{"a":{"x":1}}'], '{"a":{"x":1}}'],
    ['texts, the first stays', ['{"a":"x","b":1}', '{"a":"y","b":1}'], '{"a":"x","b":2}'],
    [
      'what is deeper than sums are, the first stays',
      ['{"a":{"b":{"c":1}}}', '{"a":{"b":{"c":2}}}'],
      '{"a":{"b":{"c":1}}}',
    ],
  ])('adds %s', (_, documents, expected) => {
    expect(summed(...documents)).toBe(expected);
  });

  it('keeps the bytes of one document alone', () => {
    const odd = '{ "Endpoints" : { "Sales" : 3.0 } , "Endpoints":{} }';
    expect(summed(odd)).toBe(odd);
  });

  it('gives back the whole, however one set of counts is split over members', () => {
    const name = fc.constantFrom('Sales', 'Billing', 'Message types', '');
    const hit = fc.record({ endpoint: name, host: name, member: fc.nat(3) });
    const counted = (hits: readonly { endpoint: string; host: string }[]) => ({
      Endpoints: counts(hits.map(({ endpoint }) => endpoint)),
      Hosts: counts(hits.map(({ host }) => host)),
    });
    fc.assert(
      fc.property(fc.array(hit), (hits) => {
        const members = [0, 1, 2, 3].map((at) => JSON.stringify(counted(hits.filter(({ member }) => member === at))));
        expect(JSON.parse(summed(...members))).toEqual(counted(hits));
        expect(JSON.parse(summed(...members.reverse()))).toEqual(counted(hits));
      }),
    );
  });
});

function counts(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]));
}
