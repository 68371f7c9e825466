import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Requester, requester } from '../requester.js';
import { type FakePrimary, startFakePrimary } from './fake-primary.js';
import { usualLicense } from './license.js';

type Row = Readonly<Record<string, unknown>>;

let fake: FakePrimary;
let ask: Requester;

beforeEach(async () => {
  fake = await startFakePrimary();
  ask = requester(fake.url);
});

afterEach(() => fake.stop());

describe('the license', () => {
  it.each([
    ['?clientName=pulse&refresh=true', '6.20.0', 200],
    ['?CLIENTNAME=pulse', '6.20.0', 200],
    ['', '6.20.0', 400],
    ['', '6.18.0', 200],
    ['?clientName=pulse&refresh=1', '6.20.0', 400],
  ])('asked with "%s" of version %s answers %i', async (query, version, status) => {
    fake.version = version;

    expect((await ask.get(`/api/license${query}`)).status).toBe(status);
  });

  it('has both status fields, and no products when there are none', async () => {
    fake.state.license = { ...usualLicense, status: 'valid', licenseStatus: 'InvalidDueToExpiredUpgradeProtection' };
    const shown = (await ask.get('/api/license?clientName=pulse')).json as Row;

    expect(shown).toMatchObject({ status: 'valid', license_status: 'InvalidDueToExpiredUpgradeProtection' });
    expect(shown).not.toHaveProperty('products');
  });

  const document = { LicenseId: 'x', Endpoints: [{ Name: 'Sales', NameHash: 'ABC' }], license_id: 'ignored' };
  const form = (content: Buffer, field = 'file'): object => ({
    headers: { 'Content-Type': 'multipart/form-data; boundary=----b' },
    body: Buffer.concat([
      Buffer.from(`------b\r\nContent-Disposition: form-data; name="${field}"; filename="l"\r\n\r\n`),
      content,
      Buffer.from('\r\n------b--\r\n'),
    ]),
  });

  it('shows uploaded details only for its edition', async () => {
    const upload = await ask.request(
      'POST',
      '/api/license/detailsUpload',
      form(brotliCompressSync(JSON.stringify(document))),
    );
    const before = await ask.get('/api/license/details');
    fake.state.license = { ...usualLicense, edition: 'Endpoint Size', hasEndpointMetadata: true };
    fake.state.licenseId = 'x';
    const after = await ask.get('/api/license/details');

    expect([upload.status, upload.text, before.status]).toEqual([200, '', 204]);
    expect(after.json).toEqual({
      license_id: 'x',
      endpoints: [{ name: 'Sales', name_hash: 'ABC' }],
      infrastructure_queues: [],
      excluded_queues: [],
      products: [],
      valid_id: true,
    });
  });

  it('refuses a form without the file with 400 and breaks on anything else', async () => {
    const statuses = [
      await ask.request('POST', '/api/license/detailsUpload', form(Buffer.from('x'), 'other')),
      await ask.send('POST', '/api/license/detailsUpload', document),
      await ask.request('POST', '/api/license/detailsUpload', form(Buffer.from('not brotli'))),
    ].map(({ status }) => status);

    expect(statuses).toEqual([400, 400, 500]);
  });
});
