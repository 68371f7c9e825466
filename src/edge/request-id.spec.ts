import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { requestIdFrom } from './request-id.js';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

describe('the id of a request', () => {
  it('is a new one when nothing is given', () => {
    expect(requestIdFrom({}, true)).toMatch(uuid);
    expect(requestIdFrom({}, true)).not.toBe(requestIdFrom({}, true));
  });

  it('is the trace id that a known proxy gave', () => {
    expect(requestIdFrom({ traceparent: `00-${trace}-${span}-01` }, true)).toBe(trace);
  });

  it('is the trace id of a later version too', () => {
    expect(requestIdFrom({ traceparent: `01-${trace}-${span}-00` }, true)).toBe(trace);
  });

  it('prefers the trace to X-Request-Id', () => {
    expect(requestIdFrom({ traceparent: `00-${trace}-${span}-01`, 'x-request-id': 'r-1' }, true)).toBe(trace);
  });

  it.each(['r-1', '0HN1:00000001', 'a.b_c', 'a'.repeat(128)])(
    'is the X-Request-Id %s that a known proxy gave',
    (id) => {
      expect(requestIdFrom({ 'x-request-id': id }, true)).toBe(id);
    },
  );

  it.each([
    ['all zeros', `00-${'0'.repeat(32)}-${span}-01`],
    ['a parent of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['the version that is none', `ff-${trace}-${span}-01`],
    ['upper case', `00-${trace.toUpperCase()}-${span}-01`],
    ['too short', `00-${trace.slice(1)}-${span}-01`],
    ['no flags', `00-${trace}-${span}`],
    ['two of them', `00-${trace}-${span}-01, 00-${trace}-${span}-01`],
    ['more behind it', `00-${trace}-${span}-01\n`],
  ])('falls back to X-Request-Id when the trace is not valid: %s', (_, traceparent) => {
    expect(requestIdFrom({ traceparent, 'x-request-id': 'r-1' }, true)).toBe('r-1');
  });

  it.each(['', 'a b', 'a,b', 'a\r\nb', 'a\n', '"a"', '<a>', 'ü', 'a'.repeat(129)])(
    'is a new one in place of %j',
    (id) => {
      expect(requestIdFrom({ 'x-request-id': id }, true)).toMatch(uuid);
    },
  );

  it('is never what somebody unknown says', () => {
    const headers = { traceparent: `00-${trace}-${span}-01`, 'x-request-id': 'r-1' };
    expect(requestIdFrom(headers, false)).toMatch(uuid);
  });

  it('can be written into logs and headers whatever is sent', () => {
    const text = fc.option(fc.string({ unit: 'binary' }), { nil: undefined });
    fc.assert(
      fc.property(text, text, fc.boolean(), (traceparent, id, known) => {
        expect(requestIdFrom({ traceparent, 'x-request-id': id }, known)).toMatch(/^[\w.:-]{1,128}$/);
      }),
    );
  });
});
