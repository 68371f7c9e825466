import { describe, expect, it } from '@jest/globals';
import { anonymous, route, routeMethods, rowName, search, slow } from './route.js';
import type { Strategy } from './strategy.js';

class Plain implements Strategy {
  handle(): Promise<never> {
    return Promise.reject(new Error('routes are only looked at here'));
  }
}

class Sorted implements Strategy<{ readonly by: string }> {
  handle(): Promise<never> {
    return Promise.reject(new Error('routes are only looked at here'));
  }
}

describe('route', () => {
  it('is one row, closed to callers without a token', () => {
    expect(route('GET errors', Sorted, { by: 'id' })).toEqual([
      { method: 'GET', template: 'errors', strategy: Sorted, options: { by: 'id' }, anonymous: false, pace: 'quick' },
    ]);
  });

  it('is one row per method, alike in everything else', () => {
    const [first, second, ...more] = route('PATCH/POST errors/{from}...{to}/unarchive', Plain);

    expect([first?.method, second?.method, more]).toEqual(['PATCH', 'POST', []]);
    expect({ ...first, method: 'POST' }).toEqual(second);
    expect(first?.template).toBe('errors/{from}...{to}/unarchive');
  });

  it('is the root of the surface without a path', () => {
    expect(route('GET ', Plain).map(({ template }) => template)).toEqual(['']);
    expect(route('GET', Plain).map(({ template }) => template)).toEqual(['']);
  });

  it.each(routeMethods)('takes what %s asks for as a read or a command', (method) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);

    expect(route(`${method} errors`, Plain).map(({ pace }) => pace)).toEqual([isRead ? 'quick' : 'command']);
  });

  it.each(['get errors', 'FETCH errors', 'GET/ errors', ' GET errors', ''])('refuses the line "%s"', (line) => {
    expect(() => route(line, Plain)).toThrow(/^route table: ".*" names the unknown method "/);
  });

  it('names the line and the method in the refusal', () => {
    expect(() => route('GET/POTS errors', Plain)).toThrow(
      'route table: "GET/POTS errors" names the unknown method "POTS"',
    );
  });
});

describe('marks', () => {
  const rows = route('GET/HEAD errors', Plain);

  it('opens every row to callers without a token', () => {
    expect(anonymous(rows).map((row) => row.anonymous)).toEqual([true, true]);
  });

  it.each([
    ['search', search],
    ['slow', slow],
  ])('gives every row the pace %s and changes nothing else', (pace, mark) => {
    expect(mark(rows)).toEqual(rows.map((row) => ({ ...row, pace })));
  });

  it('can be combined in any order', () => {
    expect(anonymous(slow(rows))).toEqual(slow(anonymous(rows)));
  });

  it('leaves the rows it was given as they are', () => {
    search(anonymous(rows));
    expect(rows.map(({ anonymous: open, pace }) => [open, pace])).toEqual([
      [false, 'quick'],
      [false, 'quick'],
    ]);
  });
});

describe('rowName', () => {
  it.each([
    ['GET errors/summary', 'GET errors/summary'],
    ['GET ', 'GET'],
  ])('of "%s" is "%s"', (line, name) => {
    expect(route(line, Plain).map(rowName)).toEqual([name]);
  });
});
