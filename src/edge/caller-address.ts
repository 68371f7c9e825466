import { BlockList, isIP } from 'node:net';

/** Headers and peer of one request, as far as they say where the caller thinks it is. */
export interface Arrival {
  readonly peer: string;
  /** Whether this connection itself is TLS. */
  readonly encrypted: boolean;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface Origin {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  /** Path prefix that a proxy in front removed: empty or `/federation`. */
  readonly prefix: string;
  /** Address of the nearest hop that is not a known proxy. */
  readonly client: string;
  /** Whether the direct peer is a known proxy. */
  readonly viaKnownProxy: boolean;
}

/** Whose `X-Forwarded-*` headers count. */
export class KnownProxies {
  private readonly list = new BlockList();

  constructor(
    private readonly rules: {
      readonly enabled: boolean;
      readonly trustAll: boolean;
      readonly proxies: readonly string[];
      readonly networks: readonly string[];
    },
  ) {
    for (const address of rules.proxies) this.list.addAddress(address, family(address));
    for (const network of rules.networks) {
      const [address = '', bits = ''] = network.split('/');
      this.list.addSubnet(address, Number(bits), family(address));
    }
  }

  get isEverybody(): boolean {
    return this.rules.enabled && this.rules.trustAll;
  }

  includes(address: string): boolean {
    if (!this.rules.enabled) return false;
    if (this.rules.trustAll) return true;
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(plain) !== 0 && this.list.check(plain, family(plain));
  }
}

/**
 * Scheme, host and prefix as the caller sees them (decision 46): each proxy appends to `X-Forwarded-*`, so the entry
 * that the outermost known proxy wrote is the one that counts; what an unknown peer sends is ignored. With all trusted
 * the leftmost entry is that one, as at members (hosting contract 8).
 */
export function originOf(arrival: Arrival, known: KnownProxies, fallbackHost: string): Origin {
  const viaKnownProxy = known.includes(arrival.peer);
  const hops = list(arrival.headers['x-forwarded-for']).map(withoutPort);
  const trusted = viaKnownProxy ? (known.isEverybody ? Infinity : 1 + trustedSuffix(hops, known)) : 0;
  const forwarded = (name: string): string | undefined => {
    if (trusted === 0) return undefined;
    const values = list(arrival.headers[name]);
    return values[Math.max(0, values.length - trusted)];
  };
  const scheme = forwarded('x-forwarded-proto')?.toLowerCase();
  const host = [forwarded('x-forwarded-host'), arrival.headers['host']].find(isHost);
  const client = trusted > 0 ? hops[Math.max(0, hops.length - trusted)] : undefined;
  const prefix = forwarded('x-forwarded-prefix')?.replace(/\/+$/, '');
  return {
    scheme: scheme === 'https' || scheme === 'http' ? scheme : arrival.encrypted ? 'https' : 'http',
    host: host ?? fallbackHost,
    prefix: prefix !== undefined && /^(?:\/[\w.~-]+)*$/.test(prefix) ? prefix : '',
    client: client === undefined || client === '' ? arrival.peer : client,
    viaKnownProxy,
  };
}

/** How many of the nearest hops are known proxies themselves. */
function trustedSuffix(hops: readonly string[], known: KnownProxies): number {
  let count = 0;
  while (count < hops.length && known.includes(hops[hops.length - 1 - count] ?? '')) count += 1;
  return Math.min(count, Math.max(0, hops.length - 1));
}

/** Some proxies write the port of the connection too: `203.0.113.7:51000`, `[2001:db8::5]:51000`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}

function isHost(text: string | undefined): text is string {
  return text !== undefined && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text);
}

function list(header: string | undefined): readonly string[] {
  return header === undefined ? [] : header.split(',').map((value) => value.trim());
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
