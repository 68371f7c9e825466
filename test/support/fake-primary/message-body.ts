import { Readable } from 'node:stream';

/** What a message carried: bytes, nothing, something the store lost, or bytes made while they are sent. */
export type MessageBody =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'empty' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'generated'; readonly size: number };

/** How tests write a body; `{ size }` is made on the fly and costs no memory. */
export type BodySpec = string | Buffer | 'lost' | null | { readonly size: number };

export function bodyOf(spec: BodySpec): MessageBody {
  if (spec === null) return { kind: 'empty' };
  if (spec === 'lost') return { kind: 'lost' };
  if (typeof spec === 'object' && !Buffer.isBuffer(spec)) return { kind: 'generated', size: spec.size };
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
