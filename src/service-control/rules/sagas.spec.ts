import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../../json-text/json-row.js';
import { mergeSagas } from './sagas.js';

const merged = (...sagas: string[]) => mergeSagas(sagas.map((saga) => readDocument(Buffer.from(saga)))).toString();
const change = (second: number, of = 'eu') =>
  `{ "finish_time":"2024-05-01T10:00:0${String(second)}Z","endpoint":"${of}"}`;

describe('one saga of several members', () => {
  it('is the first document with all changes, the newest first, none left out', () => {
    const eu = `{"id":"s","saga_type":"T","changes":[${change(5)},${change(1)}],"later":1.0}`;
    const us = `{"id":"s","saga_type":"U","changes":[${change(3, 'us')},${change(1, 'us')}]}`;
    expect(merged(eu, us)).toBe(
      `{"id":"s","saga_type":"T","changes":[${change(5)},${change(3, 'us')},${change(1)},${change(1, 'us')}],"later":1.0}`,
    );
  });

  it('keeps the bytes of one document alone', () => {
    const odd = `{ "changes":[ ${change(1)}, ${change(5)} ] }`;
    expect(merged(odd)).toBe(odd);
  });

  it('invents no changes', () => {
    expect(merged('{"id":"s"}', '{"id":"s"}')).toBe('{"id":"s"}');
  });
});
