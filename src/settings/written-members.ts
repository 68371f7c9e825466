import { apiAddress } from './address-kinds.js';
import { deriveMemberKeys } from './member-key.js';
import { isObject } from './written-settings.js';

type WrittenMember = Readonly<Record<string, unknown>>;

const memberDefaults = { required: false, allowed_roles: [], via: 'http' };

/**
 * Fills in what a member may leave out: the defaults, a key made from its address, and the key as its name. A member
 * without a usable address gets no key, an entry that is no object becomes a member without an address.
 */
export function completeMembers(written: readonly unknown[]): readonly WrittenMember[] {
  const members = written.map((entry): WrittenMember => (isObject(entry) ? withoutNulls(entry) : {}));
  const keys = derivedKeys(members);
  return members.map((member) => {
    const key = member['key'] ?? keys.get(member);
    const named = typeof key === 'string' && key !== '' ? { key, name: key } : {};
    return { ...memberDefaults, ...named, ...member };
  });
}

function derivedKeys(members: readonly WrittenMember[]): ReadonlyMap<WrittenMember, string> {
  const unnamed = members.flatMap((member) => {
    const address = apiAddress.read(member['api_uri']);
    return member['key'] === undefined && typeof address === 'string' ? [{ member, address }] : [];
  });
  const addresses = unnamed.map(({ address }) => address);
  const taken = members.map((member) => member['key']).filter((key) => typeof key === 'string');
  const keys = deriveMemberKeys(addresses, taken);
  return new Map(unnamed.map(({ member }, index) => [member, keys[index] ?? '']));
}

function withoutNulls(member: object): WrittenMember {
  return Object.fromEntries(Object.entries(member).filter(([, value]) => value !== null));
}
