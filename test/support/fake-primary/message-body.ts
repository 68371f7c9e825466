import { Readable } from 'node:stream';

/** What a message carried: bytes, nothing, something the store lost, or bytes made while they are sent. */
export type MessageBody =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'empty' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'generated'; readonly size: number };

/** How tests write a body: `null` for an empty one, `{ size }` for one made on the fly that costs no memory. */
export type BodySpec = string | Buffer | null | { readonly size: number } | { readonly isLost: true };

export function bodyOf(spec: BodySpec): MessageBody {
  if (spec === null) return { kind: 'empty' };
  if (typeof spec === 'object' && !Buffer.isBuffer(spec))
    return 'size' in spec ? { kind: 'generated', size: spec.size } : { kind: 'lost' };
  const bytes = Buffer.from(spec);
  return bytes.length === 0 ? { kind: 'empty' } : { kind: 'bytes', bytes };
}

export function bodySize(body: MessageBody): number {
  if (body.kind === 'bytes') return body.bytes.length;
  return body.kind === 'generated' ? body.size : 0;
}

/** The bytes of a generated body; equal for equal sizes, and different at every place within 64 KB. */
export function generatedBytes(size: number): Readable {
  return Readable.from(blocks(size), { objectMode: false });
}

const blockSize = 64 * 1024;

function* blocks(size: number): Generator<Buffer> {
  const block = Buffer.from(Array.from({ length: blockSize }, (_, k) => (k * 31 + (k >> 8)) & 0xff));
  for (let left = size; left > 0; left -= blockSize) yield block.subarray(0, left);
}
