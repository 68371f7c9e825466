import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KnownProxies, originOf, type Arrival, type Origin } from './caller-address.js';

type Rules = ConstructorParameters<typeof KnownProxies>[0];

function knowing(more: Partial<Rules> = {}): KnownProxies {
  return new KnownProxies({ enabled: true, trustAll: false, proxies: [], networks: [], ...more });
}

/** The two proxies in front of the gateway; the caller talks to the outer one. */
const outer = '10.0.0.1';
const inner = '10.0.0.2';
const stranger = '198.51.100.9';
const caller = '203.0.113.7';
const both = knowing({ proxies: [outer, inner] });

/** `X-Forwarded-*` by their last word; `Host` is what the gateway was asked under. */
function arrival(peer: string, forwarded: Readonly<Record<string, string>> = {}, more: Partial<Arrival> = {}): Arrival {
  const headers = Object.entries(forwarded).map(([name, value]) => [`x-forwarded-${name}`, value]);
  return {
    peer,
    encrypted: false,
    ...more,
    headers: { host: 'gateway:8080', ...Object.fromEntries(headers), ...more.headers },
  };
}

function origin(peer: string, forwarded: Readonly<Record<string, string>>, known = both): Origin {
  return originOf(arrival(peer, forwarded), known, 'localhost:1');
}

const base = ({ scheme, host, prefix }: Origin): string => `${scheme}://${host}${prefix}`;

describe('a known proxy', () => {
  it.each([
    ['10.0.0.1', true],
    ['10.0.0.3', false],
    ['::ffff:10.0.0.1', true],
    ['::FFFF:10.0.0.1', true],
    ['::ffff:a00:1', true],
    ['::ffff:10.0.0.3', false],
    ['192.168.7.7', true],
    ['192.169.0.1', false],
    ['::ffff:192.168.7.7', true],
    ['2001:db8::5', true],
    ['2001:0DB8:0:0:0:0:0:5', true],
    ['2001:db8::6', false],
    ['fd00:1::9', true],
    ['fe00::9', false],
    ['fe80::1', true],
    ['fe80::1%eth0', true],
    ['::1', false],
    ['', false],
    ['unknown', false],
    ['_hidden', false],
    ['10.0.0.1.', false],
    ['010.0.0.1', false],
  ])('%s: %s', (address, known) => {
    const rules = { proxies: ['10.0.0.1', '2001:db8::5'], networks: ['192.168.0.0/16', 'fd00::/8', 'fe80::/10'] };
    expect(knowing(rules).includes(address)).toBe(known);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1'])(
    'may be written as an IPv4-mapped address, seen as %s',
    (seen) => {
      expect(knowing({ proxies: ['::ffff:10.0.0.1'] }).includes(seen)).toBe(true);
      expect(knowing({ networks: ['::ffff:10.0.0.0/104'] }).includes(seen)).toBe(true);
    },
  );

  it('of a network is every address whose first bits are its own', () => {
    const number = fc.integer({ min: 0, max: 0xffffffff });
    const text = (bits: number): string => [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
    fc.assert(
      fc.property(number, number, fc.integer({ min: 0, max: 32 }), (network, address, length) => {
        const mask = length === 0 ? 0 : (0xffffffff << (32 - length)) >>> 0;
        const inside = (network & mask) >>> 0 === (address & mask) >>> 0;
        const known = knowing({ networks: [`${text(network)}/${String(length)}`] });
        expect([known.includes(text(address)), known.includes(`::ffff:${text(address)}`)]).toEqual([inside, inside]);
      }),
    );
  });

  it('is everybody when all are trusted, and nobody when forwarded headers are off', () => {
    expect(knowing({ trustAll: true }).includes(stranger)).toBe(true);
    expect(knowing({ trustAll: true, enabled: false }).includes(stranger)).toBe(false);
    expect(knowing({ proxies: [outer], enabled: false }).includes(outer)).toBe(false);
  });

  it('is nobody when none is named', () => {
    expect(knowing().includes('127.0.0.1')).toBe(false);
  });
});

describe('without a proxy', () => {
  it('a caller sees the host it asked for, plain or encrypted', () => {
    expect(base(origin(caller, {}))).toBe('http://gateway:8080');
    expect(base(originOf(arrival(caller, {}, { encrypted: true }), both, 'localhost:1'))).toBe('https://gateway:8080');
  });

  it('is itself the client', () => {
    expect(origin(caller, {})).toMatchObject({ client: caller, viaKnownProxy: false });
  });

  it.each([
    'gateway',
    'gateway:8080',
    'GATEWAY.example',
    '10.1.2.3:80',
    '[::1]:8080',
    '[2001:db8::5]',
    'my_host',
    'xn--kln-sna.example',
  ])('takes %s for a host', (host) => {
    expect(originOf(arrival(caller, {}, { headers: { host } }), both, 'localhost:1').host).toBe(host);
  });

  it.each(['', 'a b', 'a/b', 'a?b', 'a#b', 'user@a', 'a:b', 'a:123456', '<a>', 'a"', 'a\\b', 'a,b', '::1', undefined])(
    'does not take %j for one',
    (host) => {
      expect(originOf(arrival(caller, {}, { headers: { host } }), both, 'localhost:1').host).toBe('localhost:1');
    },
  );
});

describe('an untrusted peer', () => {
  const claims = { for: outer, proto: 'https', host: 'evil.example', prefix: '/evil' };

  it('moves nothing, whatever it claims', () => {
    expect(origin(stranger, claims)).toEqual({
      scheme: 'http',
      host: 'gateway:8080',
      prefix: '',
      client: stranger,
      viaKnownProxy: false,
    });
  });

  it('moves nothing where forwarded headers are off, not even a proxy', () => {
    expect(base(origin(outer, claims, knowing({ proxies: [outer], enabled: false })))).toBe('http://gateway:8080');
  });

  it('moves nothing through a proxy that adds to what it was sent', () => {
    const values = fc.array(fc.constantFrom(outer, inner, 'evil.example', 'https', '/evil', '', stranger), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(values, values, values, values, (hops, protos, hosts, prefixes) => {
        const added = (claimed: readonly string[], own: string): string => [...claimed, own].join(', ');
        const seen = origin(outer, {
          for: added(hops, caller),
          proto: added(protos, 'https'),
          host: added(hosts, 'ops.example'),
          prefix: added(prefixes, '/sc'),
        });
        expect([base(seen), seen.client]).toEqual(['https://ops.example/sc', caller]);
      }),
    );
  });

  it('moves nothing through two proxies that both add to what they were sent', () => {
    const values = fc.array(fc.constantFrom(outer, inner, 'evil.example', 'https'), { maxLength: 3 });
    fc.assert(
      fc.property(values, values, values, (hops, protos, hosts) => {
        const seen = origin(inner, {
          for: [...hops, caller, outer].join(', '),
          proto: [...protos, 'https', 'http'].join(', '),
          host: [...hosts, 'ops.example', 'inner.example'].join(', '),
        });
        expect([base(seen), seen.client]).toEqual(['https://ops.example', caller]);
      }),
    );
  });
});

describe('one proxy', () => {
  it('says scheme, host, prefix and client', () => {
    expect(origin(outer, { for: caller, proto: 'https', host: 'ops.example:444', prefix: '/sc' })).toEqual({
      scheme: 'https',
      host: 'ops.example:444',
      prefix: '/sc',
      client: caller,
      viaKnownProxy: true,
    });
  });

  it('says what it says without X-Forwarded-For', () => {
    expect(base(origin(outer, { proto: 'https', host: 'ops.example' }))).toBe('https://ops.example');
  });

  it('is recognised as an IPv4-mapped address', () => {
    expect(base(origin(`::ffff:${outer}`, { for: caller, host: 'ops.example' }))).toBe('http://ops.example');
  });

  it.each([
    ['HTTPS', 'https'],
    ['http', 'http'],
    ['wss', 'http'],
    ['javascript', 'http'],
    ['', 'http'],
  ])('with the scheme %s means %s', (proto, scheme) => {
    expect(origin(outer, { proto }).scheme).toBe(scheme);
  });

  it.each(['', ' ', 'a b', 'evil/path', 'user@evil', '<x>'])('with the host %j leaves the one asked for', (host) => {
    expect(origin(outer, { for: caller, host }).host).toBe('gateway:8080');
  });

  it.each([
    ['/sc', '/sc'],
    ['/sc/', '/sc'],
    ['/a/b-c.d~e', '/a/b-c.d~e'],
    ['/', ''],
    ['', ''],
    ['sc', ''],
    ['//evil.example', ''],
    ['/a b', ''],
    ['/a?b', ''],
    ['/"><script>', ''],
    ['/a//b', ''],
  ])('with the prefix %j means %j', (prefix, expected) => {
    expect(origin(outer, { prefix }).prefix).toBe(expected);
  });
});

describe('several proxies', () => {
  it('say what the outermost of those known says', () => {
    const seen = origin(inner, {
      for: `${caller}, ${outer}`,
      proto: 'https, http',
      host: 'ops.example, inner.example',
      prefix: '/sc, /inner',
    });
    expect([base(seen), seen.client]).toEqual(['https://ops.example/sc', caller]);
  });

  it('say what the nearest says when the one before is not known', () => {
    const seen = origin(outer, { for: `${caller}, ${stranger}`, host: 'evil.example, ops.example' });
    expect([base(seen), seen.client]).toEqual(['http://ops.example', stranger]);
  });

  it('say the only thing said when one of them sets what the others leave', () => {
    expect(base(origin(inner, { for: `${caller}, ${outer}`, proto: 'https', host: 'ops.example' }))).toBe(
      'https://ops.example',
    );
  });

  it('say what the only one says when the caller is in a network of proxies itself', () => {
    const network = knowing({ networks: ['10.0.0.0/8'] });
    const seen = origin(outer, { for: '10.9.9.9', host: 'evil.example, ops.example' }, network);
    expect([base(seen), seen.client]).toEqual(['http://ops.example', '10.9.9.9']);
  });

  it('name the outermost when all of them are known', () => {
    expect(origin(inner, { for: `${outer}, ${inner}` }).client).toBe(outer);
  });

  it.each([
    [`${outer}:51000`, caller],
    [`[2001:db8::5]:51000`, caller],
    ['[2001:db8::5]', caller],
    ['2001:db8::5', caller],
  ])('are recognised behind one that writes addresses as %s', (hop, client) => {
    const known = knowing({ proxies: [outer, inner, '2001:db8::5'] });
    const seen = origin(inner, { for: `${client}, ${hop}`, host: 'ops.example, inner.example' }, known);
    expect([base(seen), seen.client]).toEqual(['http://ops.example', client]);
  });
});

describe('with all proxies trusted', () => {
  const all = knowing({ trustAll: true });

  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'as many of each',
      { for: `${caller}, ${stranger}`, proto: 'https, http', host: 'ops.example, a', prefix: '/sc, /a' },
    ],
    ['fewer addresses', { for: caller, proto: 'https, http, http', host: 'ops.example, a', prefix: '/sc, /a' }],
    ['no address', { proto: 'https, http', host: 'ops.example, a', prefix: '/sc, /a' }],
    ['more addresses', { for: `${caller}, a, b, c`, proto: 'https', host: 'ops.example', prefix: '/sc' }],
  ])('the leftmost word counts, as at a member: %s', (_, forwarded) => {
    expect(base(origin(stranger, forwarded, all))).toBe('https://ops.example/sc');
  });

  it('the peer is the client where nobody names one', () => {
    expect([origin(stranger, {}, all).client, origin(stranger, { for: '' }, all).client]).toEqual([stranger, stranger]);
  });

  it('the leftmost address is the client', () => {
    expect(origin(stranger, { for: `${caller}, a, ${outer}` }, all).client).toBe(caller);
  });
});
