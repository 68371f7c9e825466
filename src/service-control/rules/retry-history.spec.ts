import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDocument } from '../../json-text/json-row.js';
import { mergeRetryHistory } from './retry-history.js';

const at = (tick: number): string => `2024-05-01T10:00:30.${String(tick).padStart(7, '0').replace(/0+$/, '') || '0'}Z`;
const done = (id: string, tick: number) => ({ request_id: id, completion_time: at(tick) });

function merged(...documents: object[]): {
  historic_operations: { request_id: string }[];
  unacknowledged_operations: { request_id: string }[];
} {
  return JSON.parse(mergedText(...documents.map((document) => JSON.stringify(document)))) as ReturnType<typeof merged>;
}

function mergedText(...documents: string[]): string {
  return mergeRetryHistory(documents.map((document) => readDocument(Buffer.from(document)))).toString();
}

const ids = (operations: readonly { request_id: string }[]): string =>
  operations.map(({ request_id }) => request_id).join(' ');

describe('retry history of several members', () => {
  it('lists the newest completions of all, as many as the longest list had', () => {
    const eu = { historic_operations: [done('a', 50), done('b', 20), done('c', 10)], unacknowledged_operations: [] };
    const us = { historic_operations: [done('d', 21), done('e', 9)], unacknowledged_operations: [] };
    expect(ids(merged(eu, us).historic_operations)).toBe('a d b');
  });

  it('keeps equal completions in member order', () => {
    const of = (...names: string[]) => ({
      historic_operations: names.map((id) => done(id, 1)),
      unacknowledged_operations: [],
    });
    expect(ids(merged(of('a', 'b', 'c'), of('d')).historic_operations)).toBe('a b c');
  });

  it('lists all operations to acknowledge, member after member', () => {
    const of = (...names: string[]) => ({
      historic_operations: [],
      unacknowledged_operations: names.map((id) => done(id, 1)),
    });
    expect(ids(merged(of('b', 'a'), of(), of('c', 'a')).unacknowledged_operations)).toBe('b a c a');
  });

  it('keeps the bytes of every operation and of the other fields', () => {
    const eu =
      '{"historic_operations":[{"request_id":"a", "completion_time":"2024-05-01T10:00:30.10Z","n":1.0}],"unacknowledged_operations":[],"later":{ "x":1e400}}';
    const us =
      '{"historic_operations":[ {"request_id":"b","completion_time":"2024-05-01T10:00:31Z"} ],"unacknowledged_operations":[]}';
    expect(mergedText(eu, us)).toBe(
      '{"historic_operations":[{"request_id":"b","completion_time":"2024-05-01T10:00:31Z"}],"unacknowledged_operations":[],"later":{ "x":1e400}}',
    );
  });

  it('keeps the bytes of one document alone', () => {
    const odd = '{ "historic_operations":[ ] }';
    expect(mergedText(odd)).toBe(odd);
  });

  it('invents no list that no member sent', () => {
    expect(mergedText('{"historic_operations":[]}', '{}')).toBe('{"historic_operations":[]}');
  });

  it('is the head of all completions in order, however they are spread', () => {
    const operations = fc.uniqueArray(fc.record({ tick: fc.nat(9_999_999), member: fc.nat(3) }), {
      selector: ({ tick }) => tick,
      minLength: 1,
    });
    fc.assert(
      fc.property(operations, (spread) => {
        const newestFirst = [...spread].sort((left, right) => right.tick - left.tick);
        const members = [0, 1, 2, 3].map((key) =>
          newestFirst.filter(({ member }) => member === key).map(({ tick }) => done(String(tick), tick)),
        );
        const depth = Math.max(...members.map(({ length }) => length));
        const documents = members.map((historic) => ({ historic_operations: historic, unacknowledged_operations: [] }));
        expect(ids(merged(...documents).historic_operations)).toBe(
          newestFirst
            .slice(0, depth)
            .map(({ tick }) => tick)
            .join(' '),
        );
      }),
    );
  });
});
