import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate with its key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface Wanted {
  /** Names or IPv4 addresses it is for; the first one is its subject. */
  readonly names: readonly string[];
  readonly from?: Date;
  readonly to?: Date;
}

/** A certificate authority of one's own. */
export interface Authority {
  /** Its own certificate, PEM. */
  readonly cert: string;
  issue(wanted: Wanted): Certificate;
}

const day = 86_400_000;

/** Makes certificates (X.509 v3, ECDSA P-256) without any other program. */
export function certificateAuthority(name: string): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issue = (subject: string, extensions: Buffer[], { from, to }: Partial<Wanted>, publicKey: KeyObject): string =>
    certificate({
      issuer: name,
      subject,
      from: from ?? new Date(Date.now() - day),
      to: to ?? new Date(Date.now() + day),
      publicKey,
      extensions,
      signedWith: keys.privateKey,
    });
  return {
    cert: issue(name, [extension(oid.basicConstraints, sequence(tlv(0x01, Buffer.of(0xff))))], {}, keys.publicKey),
    issue: (wanted) => {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const names = extension(oid.subjectAltName, sequence(...wanted.names.map(generalName)));
      return {
        cert: issue(wanted.names[0] ?? 'nobody', [names], wanted, own.publicKey),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

const oid = {
  ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'),
  commonName: Buffer.from('0603550403', 'hex'),
  subjectAltName: Buffer.from('0603551d11', 'hex'),
  basicConstraints: Buffer.from('0603551d13', 'hex'),
};

function certificate(of: {
  readonly issuer: string;
  readonly subject: string;
  readonly from: Date;
  readonly to: Date;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly signedWith: KeyObject;
}): string {
  const algorithm = sequence(oid.ecdsaWithSha256);
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.of(2))),
    tlv(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    distinguishedName(of.issuer),
    sequence(time(of.from), time(of.to)),
    distinguishedName(of.subject),
    of.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...of.extensions)),
  );
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', content, of.signedWith)]);
  const lines =
    sequence(content, algorithm, tlv(0x03, signature))
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function distinguishedName(name: string): Buffer {
  return sequence(tlv(0x31, sequence(oid.commonName, tlv(0x0c, Buffer.from(name)))));
}

function generalName(name: string): Buffer {
  return isIPv4(name) ? tlv(0x87, Buffer.from(name.split('.').map(Number))) : tlv(0x82, Buffer.from(name, 'latin1'));
}

function extension(id: Buffer, value: Buffer): Buffer {
  return sequence(id, tlv(0x04, value));
}

/** GeneralizedTime, to the second. */
function time(at: Date): Buffer {
  return tlv(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

/** Tag, length and value, as DER writes them. */
function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), value]);
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), value]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), value]);
}
