import type { PeerCertificate } from 'node:tls';

/** A member's certificate that is not to be trusted; `message` describes it. */
export class CertificateRefused extends Error {
  constructor(certificate: string, cause: Error) {
    super(certificate, { cause });
    this.name = 'CertificateRefused';
  }
}

/** Subject, names, issuer and dates in one line; nothing when there is no certificate. */
export function describeCertificate(certificate: Partial<PeerCertificate>): string | undefined {
  const { subject, issuer, subjectaltname, valid_from: from, valid_to: to } = certificate;
  if (subject === undefined) return undefined;
  const names = subjectaltname === undefined ? '' : ` for ${subjectaltname}`;
  return (
    `certificate of ${nameOf(subject)}${names}, issued by ${nameOf(issuer)}, ` +
    `valid from ${dateOf(from)} to ${dateOf(to)}`
  ).slice(0, 500);
}

function nameOf(holder: PeerCertificate['subject'] | undefined): string {
  return String(holder?.CN ?? holder?.O ?? 'nobody');
}

function dateOf(written: string | undefined): string {
  const time = Date.parse(written ?? '');
  return Number.isNaN(time) ? 'unknown' : new Date(time).toISOString().slice(0, 19) + 'Z';
}
