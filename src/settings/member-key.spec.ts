import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deriveMemberKeys } from './member-key.js';

describe('the key of a member that was given none', () => {
  it.each([
    ['http://sc-us:33333/api/', 'sc-us-33333'],
    ['http://SC_us.Example.COM:33333/api/', 'sc-us-example-com-33333'],
    ['http://sc-us/api/', 'sc-us-80'],
    ['https://sc-us/api/', 'sc-us-443'],
    ['http://10.0.0.7:33333/eu/api/', '10-0-0-7-33333'],
    ['http://[fd00::7]:33333/api/', 'fd00--7--33333'],
  ])('for %s is %s', (address, key) => {
    expect(deriveMemberKeys([address], [])).toEqual([key]);
  });

  it('has the path in it where host and port are equal', () => {
    const addresses = ['http://gw/eu/api/', 'http://gw/us/api/', 'http://gw:81/eu/api/', 'http://gw/api/'];
    expect(deriveMemberKeys(addresses, [])).toEqual(['gw-80-eu', 'gw-80-us', 'gw-81', 'gw-80']);
  });

  it('has the path in it where another member was given the same key', () => {
    expect(deriveMemberKeys(['http://gw/eu/api/'], ['gw-80'])).toEqual(['gw-80-eu']);
  });

  it('ends in a hash of the whole text when it would be longer than 32', () => {
    const long = 'servicecontrol-production-europe-west';
    const keys = deriveMemberKeys([`http://${long}-1:33333/api/`, `http://${long}-2:33333/api/`], []);
    expect(keys).toEqual([
      expect.stringMatching(/^servicecontrol-productio-[0-9a-f]{7}$/),
      expect.stringMatching(/^servicecontrol-productio-[0-9a-f]{7}$/),
    ]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('is always 1 to 32 of a-z, 0-9 and -, the same each time, and another for another host or port', () => {
    const address = fc
      .tuple(fc.domain(), fc.integer({ min: 1, max: 65_535 }))
      .map(([host, port]) => `${host}:${String(port)}`);
    fc.assert(
      fc.property(
        fc.uniqueArray(address, { minLength: 1, maxLength: 6, selector: (text) => text.replaceAll('.', '-') }),
        (hosts) => {
          const addresses = hosts.map((host) => `http://${host}/api/`);
          const keys = deriveMemberKeys(addresses, []);
          for (const key of keys) expect(key).toMatch(/^[a-z0-9-]{1,32}$/);
          expect(new Set(keys).size).toBe(hosts.length);
          expect(deriveMemberKeys(addresses, [])).toEqual(keys);
        },
      ),
    );
  });
});
