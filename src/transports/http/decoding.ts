import type { Transform } from 'node:stream';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';

/** A content coding that replies may have. */
export interface Coding {
  /** A decoder that works beside the event loop; it emits `Z_BUF_ERROR` or `ERR__ERROR_FORMAT...` for broken input. */
  open(): Transform;
  /** Decodes a whole body at once, on this thread. @throws `ERR_BUFFER_TOO_LARGE` beyond so many bytes */
  decode(body: Buffer, maxBytes: number): Buffer;
}

const chunkSize = 65_536;

const gzip: Coding = {
  open: () => createGunzip({ chunkSize }),
  decode: (body, maxOutputLength) => gunzipSync(body, { maxOutputLength }),
};
const zlib: Coding = {
  open: () => createInflate({ chunkSize }),
  decode: (body, maxOutputLength) => inflateSync(body, { maxOutputLength }),
};
/** What some servers send as `deflate`, against RFC 9110 8.4.1.2. */
const bareDeflate: Coding = {
  open: () => createInflateRaw({ chunkSize }),
  decode: (body, maxOutputLength) => inflateRawSync(body, { maxOutputLength }),
};
const brotli: Coding = {
  open: () => createBrotliDecompress({ chunkSize }),
  decode: (body, maxOutputLength) => brotliDecompressSync(body, { maxOutputLength }),
};

/** What the transport asks for. */
export const acceptedCodings = 'gzip, deflate, br';

/** The coding that a header names, `none`, or `unknown`; the body's first byte tells the two kinds of deflate apart. */
export function codingOf(named: string, firstByte: number): Coding | 'none' | 'unknown' {
  switch (named.trim().toLowerCase()) {
    case '':
    case 'identity':
      return 'none';
    case 'gzip':
    case 'x-gzip':
      return gzip;
    case 'deflate':
      return (firstByte & 0x0f) === 8 ? zlib : bareDeflate;
    case 'br':
      return brotli;
    default:
      return 'unknown';
  }
}
