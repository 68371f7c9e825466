import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Below this a body costs more to compress than to send (decision 50). */
const smallestBytes = 1024;

/** Quick settings: a page is compressed anew for every poll. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const gzipLevel = { level: 1 };

/** A body as the caller takes it. */
export interface CompressedBody {
  readonly body: Buffer;
  /** `br` or `gzip`; undefined when the body stays as it is. */
  readonly coding?: 'br' | 'gzip';
}

/** Compresses JSON of a kilobyte and more, off the event loop. @param accepted `Accept-Encoding` of the caller */
export async function compressedBody(
  body: Buffer,
  accepted: string | undefined,
  contentType: string,
): Promise<CompressedBody> {
  if (body.length < smallestBytes || !/[/+]json\b/.test(contentType)) return { body };
  const coding = chosenCoding(accepted);
  if (coding === undefined) return { body };
  return { coding, body: coding === 'br' ? await brotli(body, brotliQuality) : await zip(body, gzipLevel) };
}

/** Brotli before gzip, as members choose; a coding with `q=0` is refused. */
export function chosenCoding(accepted: string | undefined): 'br' | 'gzip' | undefined {
  const offers = new Map(
    (accepted ?? '').split(',').map((offer) => {
      const [coding = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [coding, quality === undefined ? 1 : Number(quality.slice(2))] as const;
    }),
  );
  const weight = (coding: string): number => offers.get(coding) ?? offers.get('*') ?? 0;
  if (weight('br') > 0 && weight('br') >= weight('gzip')) return 'br';
  return weight('gzip') > 0 ? 'gzip' : undefined;
}
