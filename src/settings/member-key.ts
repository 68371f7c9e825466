import { createHash } from 'node:crypto';

const longestKey = 32;
const hashLength = 7;
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Keys for members that were given none, in the order of their API addresses: host and port, with the path where two
 * would be equal. Two equal addresses still give equal keys.
 *
 * @param taken keys that other members were given.
 */
export function deriveMemberKeys(addresses: readonly string[], taken: readonly string[]): readonly string[] {
  const plain = addresses.map((address) => keyText(address));
  const count = (key: string): number => [...plain, ...taken].filter((other) => other === key).length;
  return addresses.map((address, index) => {
    const key = plain[index] ?? '';
    return shortened(count(key) > 1 ? keyText(address, { withPath: true }) : key);
  });
}

function keyText(address: string, { withPath } = { withPath: false }): string {
  const { protocol, hostname, port, pathname } = new URL(address);
  const path = withPath ? pathname.replace(/\/api\/$/, '') : '';
  const text = `${hostname}-${port === '' ? defaultPorts[protocol] : port}${path}`;
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** The hash is over the whole text, so that two long names that begin alike stay apart. */
function shortened(text: string): string {
  if (text.length <= longestKey) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, hashLength);
  return `${text.slice(0, longestKey - hashLength - 1)}-${hash}`;
}
