import { createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';

interface SigningPair {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export interface TokenSpec {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Seconds from now. */
  readonly expiresIn?: number;
  /** Signed by this pair in place of the newest one. */
  readonly by?: SigningPair;
}

/** An OpenID Connect authority on 127.0.0.1 whose keys, documents and faults tests decide. */
export class FakeAuthority {
  readonly audience = 'api://servicecontrol';
  readonly pairs: SigningPair[] = [];
  /** Requests so far, by path. */
  readonly requests: string[] = [];
  /** Text in the place of the key set. */
  keySetText: string | undefined;
  issuerText: string | undefined;
  private server: Server | undefined;
  private port = 0;

  private constructor() {
    this.addKey('RS256');
  }

  static async start(): Promise<FakeAuthority> {
    const authority = new FakeAuthority();
    await authority.listen();
    return authority;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  get issuer(): string {
    return this.issuerText ?? `${this.url}/`;
  }

  /** What the gateway's settings say about this authority. */
  get settings(): object {
    return {
      enabled: true,
      authority: this.url,
      audience: this.audience,
      requireHttpsMetadata: false,
      servicePulse: { clientId: 'servicepulse', apiScopes: [`${this.audience}/.default`] },
    };
  }

  addKey(alg: 'RS256' | 'ES256'): SigningPair {
    const pair: SigningPair = { kid: randomUUID(), alg, ...keyPair(alg) };
    this.pairs.push(pair);
    return pair;
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      this.requests.push(request.url ?? '');
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Connection', 'close');
      response.end(request.url === '/keys' ? (this.keySetText ?? this.keySet()) : this.discovery());
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.port = address.port;
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  }

  token({ claims = {}, header = {}, expiresIn = 3600, by = this.pairs.at(-1) }: TokenSpec = {}): string {
    if (by === undefined) throw new Error('the authority has no key');
    const input = this.unsigned({ alg: by.alg, kid: by.kid, typ: 'JWT', ...header }, claims, expiresIn);
    const key = by.alg === 'ES256' ? { key: by.privateKey, dsaEncoding: 'ieee-p1363' as const } : by.privateKey;
    return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
  }

  /** Signed with the public key's text as if that were a shared secret. */
  confusedToken(): string {
    const [pair] = this.pairs;
    const input = this.unsigned({ alg: 'HS256', kid: pair?.kid, typ: 'JWT' }, {}, 3600);
    const secret = pair?.publicKey.export({ type: 'spki', format: 'pem' }) ?? '';
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  }

  unsignedToken(alg: string): string {
    return `${this.unsigned({ alg, typ: 'JWT' }, {}, 3600)}.`;
  }

  private unsigned(header: object, claims: object, expiresIn: number): string {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: this.issuer,
      aud: this.audience,
      sub: 'user-1',
      preferred_username: 'someone@example',
      roles: ['reader'],
      nbf: now - 10,
      exp: now + expiresIn,
      ...claims,
    };
    return [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  }

  private discovery(): string {
    return JSON.stringify({ issuer: this.issuer, jwks_uri: `${this.url}/keys` });
  }

  private keySet(): string {
    const keys = this.pairs.map(({ kid, alg, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      alg,
      use: 'sig',
    }));
    return JSON.stringify({ keys });
  }
}

function keyPair(alg: 'RS256' | 'ES256'): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  return alg === 'RS256'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
}
