import type { SettingKind } from './setting.js';

const wildcardHosts = new Set(['*', '+', '0.0.0.0', '[::]']);

/** Base address of a member's `/api/`; the final slash is added when it is missing, nothing else is. */
export const apiAddress: SettingKind = {
  accepts: 'the http or https address of its API, ending in /api/, such as http://sc-eu:33333/api/',
  read: (written) => {
    const address = readAddress(written);
    return address?.endsWith('/api/') === true ? address : undefined;
  },
  advise: (written) => {
    const address = readAddress(written);
    return address === undefined ? adviseOnAddress(written) : `/api/ is missing, perhaps ${address}api/`;
  },
};

/** Base address of a member's ServiceControl.Monitoring; the final slash is added when it is missing. */
export const monitoringAddress: SettingKind = {
  accepts: 'the http or https address of its Monitoring instance, such as http://sc-eu:33633/',
  read: readAddress,
  advise: adviseOnAddress,
};

/** Address of `/api/` as browsers see it. */
export const publicAddress: SettingKind = {
  ...apiAddress,
  accepts: 'the http or https address under which browsers reach /api/, such as https://pulse.example.com/api/',
};

/** Any http or https address without user, query and fragment; kept as it was written. */
export const webAddress: SettingKind = {
  accepts: 'an absolute http or https address',
  read: (written) => (parseAddress(written) === undefined ? undefined : String(written).trim()),
};

/** Origin of a browser page; a path is dropped as ServiceControl does (contract: hosting 7). */
export const origin: SettingKind = {
  accepts: 'an origin such as https://pulse.example.com',
  read: (written) => parseAddress(written)?.origin,
};

/** Forward proxy; a user and password may stand in it. */
export const proxyAddress: SettingKind = {
  accepts: 'the http or https address of a forward proxy, such as http://proxy.example.com:3128',
  read: (written) => addressOfScheme(written, ['http:', 'https:']),
};

/** Database of the registry. */
export const database: SettingKind = {
  accepts: 'sqlite:path or postgres://user:password@host:5432/name',
  read: (written) => {
    if (typeof written === 'string' && /^sqlite:.+/.test(written.trim())) return written.trim();
    return addressOfScheme(written, ['postgres:', 'postgresql:']);
  },
};

/** Message bus between gateway and agents. */
export const bus: SettingKind = {
  accepts: 'a Service Bus connection string (Endpoint=sb://...) or amqp://user:password@host:5672/vhost',
  read: (written) => {
    if (typeof written === 'string' && /^Endpoint=sb:\/\/[^;]+;./i.test(written.trim())) return written.trim();
    return addressOfScheme(written, ['amqp:', 'amqps:']);
  },
};

/** Whether an address names the machine, or container, that the caller itself runs on. */
export function isLoopback(address: string): boolean {
  const host = new URL(address).hostname;
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}

/** Addresses are compared by this: scheme and host in lower case, default port left out, one final slash. */
function readAddress(written: unknown): string | undefined {
  const url = parseAddress(written);
  if (url === undefined || wildcardHosts.has(url.hostname)) return undefined;
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

function adviseOnAddress(written: unknown): string | undefined {
  const url = parseUrl(written);
  if (url === undefined) return undefined;
  if (wildcardHosts.has(url.hostname)) {
    return 'a wildcard only says where an installation listens: give the host name under which the gateway reaches it';
  }
  if (url.username !== '' || url.password !== '') return 'a user and password cannot stand in it';
  return url.search !== '' || url.hash !== '' ? 'a query or fragment cannot stand in it' : undefined;
}

function parseAddress(written: unknown): URL | undefined {
  const url = parseUrl(written);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const extras = url.username + url.password + url.search + url.hash;
  return extras === '' ? url : undefined;
}

function addressOfScheme(written: unknown, schemes: readonly string[]): string | undefined {
  const url = parseUrl(written);
  return url !== undefined && schemes.includes(url.protocol) && url.hostname !== ''
    ? String(written).trim()
    : undefined;
}

function parseUrl(written: unknown): URL | undefined {
  return typeof written === 'string' && URL.canParse(written.trim()) ? new URL(written.trim()) : undefined;
}
