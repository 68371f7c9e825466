import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { relayedHeaders, relayedStreamHeaders } from './relayed-headers.js';

/** Everything a member, or something before it, may send. */
const sent = {
  'content-type': 'text/*',
  'content-disposition': 'attachment; filename="a.zip"',
  'x-particular-version': '6.20.0',
  'x-particular-reason': 'already there',
  'request-id': '0HN1',
  'total-count': '7',
  'content-length': '12',
  'content-encoding': 'br',
  'transfer-encoding': 'chunked',
  connection: 'keep-alive',
  'keep-alive': 'timeout=5',
  etag: '"a"',
  'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
  'cache-control': 'public, max-age=600',
  expires: 'Mon, 01 Jan 2035 00:00:00 GMT',
  vary: 'Accept',
  link: '<errors?page=2>; rel="next"',
  location: 'http://sc-eu:33333/api/x',
  'set-cookie': ['a=b', 'c=d'],
  'www-authenticate': 'Negotiate',
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': 'true',
  'strict-transport-security': 'max-age=1',
  server: 'Kestrel',
  allow: 'GET',
};

describe('headers of a whole reply', () => {
  it('are those on the list, in their usual spelling', () => {
    expect(relayedHeaders(sent)).toEqual({
      'Content-Type': 'text/*',
      'Content-Disposition': 'attachment; filename="a.zip"',
      'X-Particular-Version': '6.20.0',
      'X-Particular-Reason': 'already there',
      'Request-Id': '0HN1',
      'Total-Count': '7',
    });
  });

  it('are none when the member sent none', () => {
    expect(relayedHeaders({})).toEqual({});
  });

  it('keep every value of one that was sent twice', () => {
    expect(relayedHeaders({ 'x-particular-reason': ['a', 'b'] })).toEqual({ 'X-Particular-Reason': ['a', 'b'] });
  });

  it('never are any other', () => {
    const name = fc.stringMatching(/^[a-z-]{1,20}$/).filter((text) => !(text in relayedHeaders(sent)));
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), (others) => {
        expect(relayedHeaders({ ...others, 'total-count': '1' })).toMatchObject({ 'Total-Count': '1' });
        const known = ['content-type', 'content-disposition', 'request-id', 'total-count'];
        const strangers = Object.keys(others).filter((key) => !known.includes(key) && !key.startsWith('x-particular-'));
        const relayed = Object.keys(relayedHeaders(others)).map((key) => key.toLowerCase());
        expect(relayed.filter((key) => strangers.includes(key))).toEqual([]);
      }),
    );
  });
});

describe('headers of a stream', () => {
  it('also are the length and the coding, which belong to its bytes', () => {
    expect(relayedStreamHeaders(sent)).toEqual({
      ...relayedHeaders(sent),
      'Content-Length': '12',
      'Content-Encoding': 'br',
    });
  });

  it('have neither when the member sent neither', () => {
    expect(relayedStreamHeaders({ 'content-type': 'text/*' })).toEqual({ 'Content-Type': 'text/*' });
  });
});
