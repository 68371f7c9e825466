import type { LookupAddress } from 'node:dns';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { CertificateRefused, describeCertificate } from './certificate.js';
import type { Names } from './names.js';

/** Longest time until a member's machine accepts a connection, name look-up included. */
export const connectLimitMs = 1_000;
/** An address that does not answer by then gets company by the next one (RFC 8305). */
const nextAddressMs = 50;

/** Where to connect to, over TLS when there is a context for it. */
export interface Destination {
  /** Name, or address without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly secureContext?: SecureContext;
}

/** Nobody accepted a connection in time. */
export class NoConnection extends Error {
  readonly code: 'NAME_LIMIT' | 'CONNECT_LIMIT';

  constructor(isResolved: boolean) {
    super(isResolved ? 'no connection in time' : 'no address in time');
    this.name = 'NoConnection';
    this.code = isResolved ? 'CONNECT_LIMIT' : 'NAME_LIMIT';
  }
}

type Done = (result: Socket | Error) => void;

/** One socket while it is opened: its name is looked up, its addresses are tried side by side, the first one wins. */
export class Dialling {
  private readonly attempts = new Set<Socket>();
  private readonly limit: NodeJS.Timeout;
  private nextAddress: NodeJS.Timeout | undefined;
  private waiting: LookupAddress[] = [];
  private isResolved = false;
  private firstFault: Error | undefined;
  private done: Done | undefined;

  /** @param done is called once, with the socket or with why there is none */
  constructor(
    private readonly to: Destination,
    names: Names,
    done: Done,
  ) {
    this.done = done;
    this.limit = setTimeout(() => {
      this.settle(new NoConnection(this.isResolved));
    }, connectLimitMs);
    const family = isIP(to.hostname);
    const addresses =
      family === 0 ? names.addressesOf(to.hostname) : Promise.resolve([{ address: to.hostname, family }]);
    addresses.then(
      (found) => {
        this.isResolved = true;
        this.waiting = inTurns(found);
        this.tryNext();
      },
      (fault: unknown) => {
        this.settle(new Error('no address', { cause: fault }));
      },
    );
  }

  /** Gives up, whatever the state; what is open is closed at once. */
  destroy(): void {
    this.settle(new Error('given up'));
  }

  private tryNext(): void {
    clearTimeout(this.nextAddress);
    const next = this.waiting.shift();
    if (this.done === undefined || next === undefined) return;
    const options = { host: next.address, port: this.to.port, noDelay: true, highWaterMark: 65_536 };
    const socket = connectTcp(options);
    this.attempts.add(socket);
    socket.once('connect', () => {
      this.won(socket);
    });
    socket.on('error', (fault) => {
      this.lost(socket, fault);
    });
    if (this.waiting.length === 0) return;
    this.nextAddress = setTimeout(() => {
      this.tryNext();
    }, nextAddressMs);
  }

  private lost(socket: Socket, fault: Error): void {
    if (!this.attempts.delete(socket)) return;
    this.firstFault ??= fault;
    if (this.waiting.length > 0) this.tryNext();
    else if (this.attempts.size === 0) this.settle(this.firstFault);
  }

  private won(socket: Socket): void {
    this.attempts.delete(socket);
    this.forgetOthers();
    if (this.to.secureContext === undefined) {
      this.settle(socket);
      return;
    }
    this.secure(socket, this.to.secureContext);
  }

  private secure(socket: Socket, secureContext: SecureContext): void {
    const { hostname } = this.to;
    const secured = connectTls({
      socket,
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Servers are not named by address (RFC 6066); the certificate is still checked against it.
      ...(isIP(hostname) === 0 ? { servername: hostname } : { host: hostname }),
    });
    this.attempts.add(secured);
    let certificate: string | undefined;
    // After a refusal the certificate can no longer be asked for.
    secured.prependOnceListener('secure', () => {
      certificate = describeCertificate(secured.getPeerCertificate());
    });
    secured.once('secureConnect', () => {
      this.attempts.delete(secured);
      this.settle(secured);
    });
    secured.on('error', (fault: Error) => {
      this.settle(certificate === undefined ? fault : new CertificateRefused(certificate, fault));
    });
    secured.once('close', () => {
      this.settle(new Error('closed during the TLS handshake'));
    });
  }

  private settle(result: Socket | Error): void {
    this.forgetOthers();
    const { done } = this;
    this.done = undefined;
    done?.(result);
  }

  private forgetOthers(): void {
    clearTimeout(this.limit);
    clearTimeout(this.nextAddress);
    this.waiting = [];
    for (const socket of this.attempts) socket.destroy();
    this.attempts.clear();
  }
}

/** Families alternate, so that a machine without IPv6 waits for one address only. */
function inTurns(addresses: readonly LookupAddress[]): LookupAddress[] {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family);
  const others = addresses.filter(({ family }) => family !== addresses[0]?.family);
  return first.flatMap((address, at) => [address, ...others.slice(at, at + 1)]).concat(others.slice(first.length));
}
