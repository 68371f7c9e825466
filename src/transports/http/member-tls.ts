import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { MemberTlsSettings } from '../../settings/connection-settings.js';
import { messageOf } from './fault-code.js';

/**
 * What members are trusted by, and the certificate they are shown.
 * @throws Error that names the setting whose file cannot be read or used
 */
export function memberTlsContext({ caFile, clientCertFile, clientKeyFile }: MemberTlsSettings): SecureContext {
  const ca = read('memberTls.caFile', caFile);
  const cert = read('memberTls.clientCertFile', clientCertFile);
  const key = read('memberTls.clientKeyFile', clientKeyFile);
  try {
    return createSecureContext({
      minVersion: 'TLSv1.2',
      // A list of one's own replaces the built-in one.
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    });
  } catch (fault) {
    throw new Error(`memberTls: the files do not hold what they should (${messageOf(fault)})`, { cause: fault });
  }
}

function read(setting: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    throw new Error(`${setting}: ${file} cannot be read (${messageOf(fault)})`, { cause: fault });
  }
}
