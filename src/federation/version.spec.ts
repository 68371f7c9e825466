import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isAtLeast, lowestVersion } from './version.js';

describe('lowestVersion', () => {
  it.each<[string, (string | undefined)[], string | undefined]>([
    ['the only one', ['6.20.0'], '6.20.0'],
    ['the lower one, by number and not by text', ['6.20.0', '6.6.0'], '6.6.0'],
    ['a pre-release below its release', ['6.19.0', '6.19.0-alpha.1'], '6.19.0-alpha.1'],
    ['a pre-release above an older release', ['6.19.0-alpha.1', '6.18.9'], '6.18.9'],
    ['pre-releases by their numbers', ['6.19.0-alpha.10', '6.19.0-alpha.9'], '6.19.0-alpha.9'],
    ['build data dropped', ['6.19.0-alpha.1+x'], '6.19.0-alpha.1'],
    ['build data of a release dropped', ['6.19.0+Branch.main.Sha.2ebb08a50'], '6.19.0'],
    ['four parts as the first three', ['6.19.0.4'], '6.19.0'],
    ['four parts below a higher release', ['6.20.0', '6.19.0.4'], '6.19.0'],
    ['two parts as a first release', ['6.19', '6.20.0'], '6.19.0'],
    ['a leading v', ['v6.20.0'], '6.20.0'],
    ['leading zeros', ['06.020.0'], '6.20.0'],
    ['nothing released yet', ['0.0.0', '6.20.0'], '0.0.0'],
    ['absent ones left out', [undefined, '6.20.0', ''], '6.20.0'],
    ['text that is no version left out', ['Unknown', '6.19.0 (3 members)', '6', '1.2.3.4.5', '6.20.0'], '6.20.0'],
    ['numbers beyond all sense left out', ['99999999999999999999.0.0', '6.20.0'], '6.20.0'],
    ['nothing known', [undefined, 'abc'], undefined],
    ['nobody', [], undefined],
  ])('%s', (_, versions, expected) => {
    expect(lowestVersion(versions)).toBe(expected);
  });

  it('is one of the versions given, not above any, in whatever order they come', () => {
    const version = fc.tuple(fc.nat(9), fc.nat(30), fc.nat(9));
    fc.assert(
      fc.property(fc.array(version, { minLength: 1 }), (versions) => {
        const [lowest] = [...versions].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
        expect(lowestVersion(versions.map((parts) => parts.join('.')))).toBe(lowest?.join('.'));
      }),
    );
  });
});

describe('isAtLeast', () => {
  it.each([
    ['6.18.0', '6.18.0-0', true],
    ['6.18.0-alpha.2', '6.18.0-0', true],
    ['6.17.9', '6.18.0-0', false],
    ['6.9.0', '6.18.0-0', false],
    ['v7.0', '6.18.0-0', true],
    ['6.18.0-alpha.2', '6.18.0', false],
    ['soon', '6.18.0-0', false],
    [undefined, '6.18.0-0', false],
  ])('of %j and %s', (version, first, expected) => {
    expect(isAtLeast(version, first)).toBe(expected);
  });
});
