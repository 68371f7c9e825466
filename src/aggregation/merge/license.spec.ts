import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDocument } from '../../json-text/json-row.js';
import { mergeLicenses } from './license.js';

const read = (license: string) => readDocument(Buffer.from(license));
const merged = (...licenses: string[]) => mergeLicenses(licenses.map(read), 'worst').toString();
const stating = (status: string) => `{"license_status":"${status}"}`;

/** Worst first; equally bad ones on one line. */
const ranks = [
  ['InvalidDueToExpiredTrial', 'InvalidDueToExpiredSubscription', 'InvalidDueToExpiredUpgradeProtection'],
  ['SomethingLater', 'constructor'],
  [
    'ValidWithExpiringTrial',
    'ValidWithExpiringSubscription',
    'ValidWithExpiringUpgradeProtection',
    'ValidWithExpiredUpgradeProtection',
  ],
  ['Valid'],
];

describe('the license of several members', () => {
  it('is the lead one with the worst status of all', () => {
    const eu = '{"registered_to":"eu", "license_status":"Valid","status":"valid","x":1.0}';
    const us = '{"registered_to":"us","license_status":"InvalidDueToExpiredTrial","status":"invalid"}';
    expect(merged(eu, us)).toBe(
      '{"registered_to":"eu", "license_status":"InvalidDueToExpiredTrial","status":"invalid","x":1.0}',
    );
  });

  it('is the lead one untouched when asked so', () => {
    const lead = '{ "license_status":"Valid","status":"valid" }';
    expect(
      mergeLicenses([read(lead), read('{"license_status":"Invalid","status":"invalid"}')], 'lead').toString(),
    ).toBe(lead);
  });

  it('keeps the bytes of the lead when nobody is worse', () => {
    const odd = '{ "license_status":"ValidWithExpiringTrial", "status":"valid" }';
    expect(merged(odd, '{"license_status":"Valid","status":"valid"}')).toBe(odd);
  });

  it('judges the two statuses apart', () => {
    const eu = '{"license_status":"InvalidDueToExpiredUpgradeProtection","status":"valid"}';
    expect(merged(eu, '{"license_status":"Valid","status":"invalid"}')).toBe(
      '{"license_status":"InvalidDueToExpiredUpgradeProtection","status":"invalid"}',
    );
  });

  it('works without a license_status, as on Monitoring', () => {
    expect(merged('{"edition":"E","status":"valid"}', '{"status":"invalid"}')).toBe(
      '{"edition":"E","status":"invalid"}',
    );
  });

  it('is the worst whoever says so, and the first of equally bad ones', () => {
    const all = ranks.flatMap((names, rank) => names.map((name) => ({ name, rank })));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all), { minLength: 1 }), (said) => {
        const worst = Math.min(...said.map(({ rank }) => rank));
        expect(merged(...said.map(({ name }) => stating(name)))).toBe(
          stating(said.find(({ rank }) => rank === worst)?.name ?? ''),
        );
      }),
    );
  });
});
