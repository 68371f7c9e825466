import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { chosenCoding, compressedBody } from './compressed-body.js';

const json = 'application/json; charset=utf-8';
const page = Buffer.from(JSON.stringify(Array.from({ length: 50 }, (_, at) => ({ id: at, text: 'a failed message' }))));

describe('compressedBody', () => {
  it('gives back the same bytes with brotli and gzip', async () => {
    const [br, gz] = await Promise.all([compressedBody(page, 'gzip, br', json), compressedBody(page, 'gzip', json)]);
    expect([br.coding, gz.coding]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.body)).toEqual(page);
    expect(gunzipSync(gz.body)).toEqual(page);
  });

  it.each([
    ['a small body', Buffer.from('[]'), 'br', json],
    ['a caller who takes no coding', page, undefined, json],
    ['what is no JSON', page, 'br', 'application/zip'],
  ])('leaves %s as it is', async (_name, body, accepted, type) => {
    expect(await compressedBody(body, accepted, type)).toEqual({ body });
  });
});

describe('chosenCoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['identity', undefined],
    ['', undefined],
    ['zstd, GZIP', 'gzip'],
  ])('of "%s" is %s', (accepted, coding) => {
    expect(chosenCoding(accepted)).toBe(coding);
  });
});
