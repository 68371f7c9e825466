import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateAuthority, type Certificate } from '../../../test/support/certificates.js';
import { answering, rawReply, startRawServer, type RawServer } from '../../../test/support/raw-server.js';
import {
  memberAt,
  read,
  staying,
  startTransports,
  type RunningTransports,
} from '../../../test/contracts/start-transports.js';
import type { NameSources } from './names.js';

const authority = certificateAuthority('Example authority');
const folder = mkdtempSync(join(tmpdir(), 'member-tls-'));
const caFile = join(folder, 'ca.pem');
const here: NameSources = {
  system: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  direct: () => Promise.reject(new Error('not asked')),
};

let trusting: RunningTransports;
let server: RawServer | undefined;

beforeAll(async () => {
  writeFileSync(caFile, authority.cert);
  trusting = await startTransports({ settings: { memberTls: { caFile } }, names: here });
});

afterEach(() => server?.stop());

afterAll(async () => {
  await trusting.stop();
  rmSync(folder, { recursive: true });
});

async function urlOf(certificate: Certificate, options = {}, host = 'sc-us.example'): Promise<string> {
  server = await startRawServer(answering(rawReply('[]')), { tls: { ...certificate, ...options } });
  return `https://${host}:${String(server.port)}/api/`;
}

async function faultAt(url: string, transports = trusting): Promise<string> {
  const fault: unknown = await transports.http
    .send(memberAt(url), read(), staying())
    .catch((thrown: unknown) => thrown);
  expect(fault).toMatchObject({ reason: 'unavailable', sent: 'no' });
  return (fault as Error).message;
}

const day = 86_400_000;

describe('a member over TLS', () => {
  it.each([
    ['a name', 'sc-us.example', ['sc-us.example']],
    ['an address', '127.0.0.1', ['sc-us.example', '127.0.0.1']],
  ])('is trusted when the authority of memberTls.caFile says so for %s', async (_what, host, names) => {
    const url = await urlOf(authority.issue({ names }), {}, host);

    expect((await trusting.http.send(memberAt(url), read(), staying())).status).toBe(200);
  });

  it('with an expired certificate is unavailable, and the fault names the certificate and its dates', async () => {
    const to = new Date(Date.now() - 2 * day);
    const from = new Date(to.getTime() - 30 * day);
    const url = await urlOf(authority.issue({ names: ['sc-us.example'], from, to }));

    expect(await faultAt(url)).toContain(
      'certificate of sc-us.example for DNS:sc-us.example, issued by Example authority, ' +
        `valid from ${from.toISOString().slice(0, 19)}Z to ${to.toISOString().slice(0, 19)}Z, has expired`,
    );
  });

  it('with a certificate of tomorrow is unavailable', async () => {
    const from = new Date(Date.now() + day);
    const url = await urlOf(authority.issue({ names: ['sc-us.example'], from, to: new Date(from.getTime() + day) }));

    expect(await faultAt(url)).toMatch(/certificate of sc-us\.example .* is not valid yet/);
  });

  it('with a certificate for another name is unavailable', async () => {
    const url = await urlOf(authority.issue({ names: ['other.example'] }));

    expect(await faultAt(url)).toMatch(/certificate of other\.example for DNS:other\.example.* is for another name/);
  });

  it('of an unknown authority is unavailable, and the fault says what to set', async () => {
    const url = await urlOf(certificateAuthority('Somebody else').issue({ names: ['sc-us.example'] }));

    expect(await faultAt(url)).toMatch(/issued by Somebody else.*name it in memberTls\.caFile/);
  });

  it('whose authority nobody named is unavailable', async () => {
    const plain = await startTransports({ names: here });
    const url = await urlOf(authority.issue({ names: ['sc-us.example'] }));

    expect(await faultAt(url, plain)).toMatch(/issued by Example authority.*name it in memberTls\.caFile/);
    await plain.stop();
  });

  it('that speaks TLS 1.1 at most is unavailable, never talked down to', async () => {
    const url = await urlOf(authority.issue({ names: ['sc-us.example'] }), {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });

    expect(await faultAt(url)).toContain('no TLS 1.2 or newer');
    expect(server?.requests).toEqual([]);
  });

  it('that is shown a certificate of the gateway, when there is one, sees it', async () => {
    const client = authority.issue({ names: ['gateway'] });
    const files = { clientCertFile: join(folder, 'cert.pem'), clientKeyFile: join(folder, 'key.pem') };
    writeFileSync(files.clientCertFile, client.cert);
    writeFileSync(files.clientKeyFile, client.key);
    const known = await startTransports({ settings: { memberTls: { caFile, ...files } }, names: here });
    const url = await urlOf(authority.issue({ names: ['sc-us.example'] }), {
      requestCert: true,
      rejectUnauthorized: true,
      ca: authority.cert,
    });

    expect((await known.http.send(memberAt(url), read(), staying())).status).toBe(200);
    await known.stop();
  });
});

describe('an address of the wrong scheme', () => {
  it('https, where plain HTTP is spoken, says so', async () => {
    server = await startRawServer((connection) => connection.say(rawReply('', { status: '400 Bad Request' })));

    expect(await faultAt(`https://sc-us.example:${String(server.port)}/api/`)).toContain('does not speak TLS');
  });

  it('http, where TLS is spoken, is unavailable', async () => {
    const url = await urlOf(authority.issue({ names: ['sc-us.example'] }));

    await expect(trusting.http.send(memberAt(url.replace('https', 'http')), read(), staying())).rejects.toMatchObject({
      reason: 'unavailable',
    });
  });
});

describe('files of memberTls', () => {
  it('that do not exist stop the start, and the setting is named', async () => {
    const caFile = join(folder, 'missing.pem');

    await expect(startTransports({ settings: { memberTls: { caFile } } })).rejects.toThrow(/memberTls\.caFile/);
  });
});
