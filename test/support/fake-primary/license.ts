import type { JsonOut } from './json-out.js';

/** What `license` shows (licensing 4.1). */
export interface License {
  readonly trialLicense: boolean;
  readonly edition: string;
  readonly registeredTo: string;
  readonly licenseType: string;
  /** Such as `2026-12-31T00:00:00.0000000`, or empty. */
  readonly upgradeProtectionExpiration: string;
  readonly expirationDate: string;
  readonly status: 'valid' | 'invalid';
  /** For example `Valid` or `InvalidDueToExpiredTrial`. */
  readonly licenseStatus: string;
  readonly products: readonly { readonly name: string; readonly quantity: string }[] | undefined;
  readonly hasEndpointMetadata: boolean;
}

export const usualLicense: License = {
  trialLicense: false,
  edition: 'Enterprise',
  registeredTo: 'Example Shop',
  licenseType: 'Commercial',
  upgradeProtectionExpiration: '2099-12-31T00:00:00.0000000',
  expirationDate: '',
  status: 'valid',
  licenseStatus: 'Valid',
  products: undefined,
  hasEndpointMetadata: false,
};

/** The fields of the answer, in its words. */
export function licenseOut(license: License): { readonly [name: string]: JsonOut } {
  return {
    trial_license: license.trialLicense,
    edition: license.edition,
    registered_to: license.registeredTo,
    upgrade_protection_expiration: license.upgradeProtectionExpiration,
    expiration_date: license.expirationDate,
    status: license.status,
    products: license.products?.map(({ name, quantity }) => ({ name, quantity })),
    license_type: license.licenseType,
    license_status: license.licenseStatus,
    has_endpoint_metadata: license.hasEndpointMetadata,
  };
}
