import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { GatewaySettings } from '../settings/gateway-settings.js';
import { OwnerCache } from './owner-cache.js';

const hourMs = 3_600_000;

function cacheOf(more: { readonly ownerCacheMaxIds?: number; readonly ownerCacheTtl?: number } = {}): OwnerCache {
  return new OwnerCache({ federation: { ownerCacheMaxIds: 100, ownerCacheTtl: hourMs, ...more } } as GatewaySettings);
}

describe('an id', () => {
  it('is unknown until a member showed it', () => {
    expect([cacheOf().find('failed-message', '1'), cacheOf().size]).toEqual([undefined, 0]);
  });

  it('is with the member that showed it', () => {
    const cache = cacheOf();
    cache.remember('failed-message', '1', 'eu');
    expect([cache.find('failed-message', '1'), cache.size]).toEqual([['eu'], 1]);
  });

  it.each([
    ['another kind', 'failure-group', '1'],
    ['another id', 'failed-message', '2'],
  ])('says nothing of %s', (_, kind, id) => {
    const cache = cacheOf();
    cache.remember('failed-message', '1', 'eu');
    expect(cache.find(kind, id)).toBeUndefined();
  });

  it('is with every member that showed it, the one it was last listed from first', () => {
    const cache = cacheOf();
    for (const key of ['eu', 'us', 'eu', 'ap']) cache.remember('failed-message', '1', key);
    expect(cache.find('failed-message', '1')).toEqual(['ap', 'eu', 'us']);
  });

  it('is exactly where a complete finding says', () => {
    const cache = cacheOf();
    cache.remember('failure-group', '1', 'eu');
    cache.replace('failure-group', '1', { holders: ['us', 'ap'] });
    expect(cache.find('failure-group', '1')).toEqual(['us', 'ap']);
  });

  it('does not change with the list it was given', () => {
    const cache = cacheOf();
    const holders = ['us'];
    cache.replace('failure-group', '1', { holders });
    holders.push('ap');
    cache.replace('failure-group', '2', { holders: ['us'] });
    expect([cache.find('failure-group', '1'), cache.find('failure-group', '2')]).toEqual([['us'], ['us']]);
  });

  it('is known as by a plain map of lists, whatever happened before', () => {
    const key = fc.constantFrom('eu', 'us', 'ap');
    const id = fc.constantFrom('1', '2', '3');
    const step = fc.oneof(fc.record({ id, key }), fc.record({ id, holders: fc.uniqueArray(key, { minLength: 1 }) }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const cache = cacheOf();
        const plain = new Map<string, readonly string[]>();
        for (const one of steps) {
          if ('key' in one) {
            cache.remember('failed-message', one.id, one.key);
            plain.set(one.id, [one.key, ...(plain.get(one.id) ?? []).filter((other) => other !== one.key)]);
          } else {
            cache.replace('failed-message', one.id, { holders: one.holders });
            plain.set(one.id, one.holders);
          }
        }
        for (const asked of ['1', '2', '3']) expect(cache.find('failed-message', asked)).toEqual(plain.get(asked));
      }),
    );
  });
});

describe('room', () => {
  it('is for so many ids, and the one unused for longest goes first', () => {
    const cache = cacheOf({ ownerCacheMaxIds: 3 });
    for (const id of ['1', '2', '3']) cache.remember('failed-message', id, 'eu');
    cache.find('failed-message', '1');
    cache.remember('failed-message', '4', 'eu');

    expect(['1', '2', '3', '4'].map((id) => cache.find('failed-message', id) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(cache.size).toBe(3);
  });

  it.each([
    ['no id', { ownerCacheMaxIds: 0 }],
    ['no time', { ownerCacheTtl: 0 }],
    ['neither', { ownerCacheMaxIds: 0, ownerCacheTtl: 0 }],
  ])('for %s remembers nothing', (_, settings) => {
    const cache = cacheOf(settings);
    cache.remember('failed-message', '1', 'eu');
    cache.replace('failure-group', '1', { holders: ['eu'], ttlMs: 1_000 });

    expect([cache.find('failed-message', '1'), cache.find('failure-group', '1'), cache.size]).toEqual([
      undefined,
      undefined,
      0,
    ]);
  });
});

describe('time', () => {
  let now = 1_000;

  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    jest.useFakeTimers({ doNotFake: ['performance'] });
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  /** The cache reads the clock once per millisecond, which it counts with a timer. */
  function pass(ms: number): void {
    now += ms;
    jest.advanceTimersByTime(ms);
  }

  function knownAfter(ms: number, cache: OwnerCache): readonly string[] | undefined {
    pass(ms);
    return cache.find('failed-message', '1');
  }

  it('makes forget', () => {
    const cache = cacheOf();
    cache.remember('failed-message', '1', 'eu');
    expect(knownAfter(hourMs, cache)).toEqual(['eu']);
    expect(knownAfter(2, cache)).toBeUndefined();
  });

  it('begins anew when the id is shown again, by the same member or another', () => {
    const cache = cacheOf();
    for (const key of ['eu', 'eu', 'us']) {
      cache.remember('failed-message', '1', key);
      pass(hourMs - 1);
    }
    expect(cache.find('failed-message', '1')).toEqual(['us', 'eu']);
  });

  it('does not begin anew by looking', () => {
    const cache = cacheOf();
    cache.remember('failed-message', '1', 'eu');
    expect(knownAfter(hourMs / 2, cache)).toEqual(['eu']);
    expect(knownAfter(hourMs / 2 + 2, cache)).toBeUndefined();
  });

  it('is shorter for a finding that says so', () => {
    const cache = cacheOf();
    cache.replace('failed-message', '1', { holders: ['eu'], ttlMs: 30_000 });
    expect(knownAfter(30_000, cache)).toEqual(['eu']);
    expect(knownAfter(2, cache)).toBeUndefined();
  });
});
