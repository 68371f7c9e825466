import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import { type Reply, type StreamedBody, valuesOf, withoutHeader } from './reply.js';

/** What ASP.NET Core compresses unless told otherwise; `application/problem+json` and zip are not among them. */
const compressible = new Set([
  'application/json',
  'text/json',
  'application/xml',
  'text/xml',
  'text/plain',
  'text/html',
  'text/css',
  'text/javascript',
  'application/javascript',
  'application/wasm',
]);

type Encoding = 'br' | 'gzip';

/**
 * The reply as ASP.NET Core's compression sends it (hosting 10.2): Brotli before gzip, whatever is accepted with equal
 * weight; `Vary: Accept-Encoding` on everything compressible, compressed or not.
 */
export function compressed(reply: Reply, acceptEncoding: string | undefined): Reply {
  const type = valuesOf(reply.headers, 'Content-Type')[0]?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (reply.body === undefined || !compressible.has(type)) return reply;
  if (valuesOf(reply.headers, 'Content-Encoding').length > 0) return reply;
  const varying = varyingByEncoding(reply);
  const encoding = preferred(acceptEncoding);
  if (encoding === undefined) return varying;
  return {
    ...varying,
    headers: [...withoutHeader(varying.headers, 'Content-Length'), ['Content-Encoding', encoding]],
    rows: undefined,
    body: Buffer.isBuffer(reply.body) ? encode(reply.body, encoding) : encodeStream(reply.body, encoding),
  };
}

function varyingByEncoding(reply: Reply): Reply {
  const vary = [...valuesOf(reply.headers, 'Vary'), 'Accept-Encoding'].join(', ');
  return { ...reply, headers: [...withoutHeader(reply.headers, 'Vary'), ['Vary', vary]] };
}

function preferred(acceptEncoding: string | undefined): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of (acceptEncoding ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [brotli, gzip] = [weightOf('br'), weightOf('gzip')];
  if (brotli <= 0 && gzip <= 0) return undefined;
  return brotli >= gzip ? 'br' : 'gzip';
}

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

function encode(body: Buffer, encoding: Encoding): Buffer {
  return encoding === 'br' ? brotliCompressSync(body, brotliOptions) : gzipSync(body, { level: 1 });
}

function encodeStream(body: StreamedBody, encoding: Encoding): StreamedBody {
  const encoder = encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip({ level: 1 });
  return { open: () => body.open().pipe(encoder) };
}
