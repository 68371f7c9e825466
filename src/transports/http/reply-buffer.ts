import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Transform } from 'node:stream';

/** A reply that is larger than may be merged. */
export class ReplyTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`the reply is larger than ${String(maxBytes)} bytes (federation.maxReplyBytes)`);
    this.name = 'ReplyTooLarge';
  }
}

/** A reply whose content coding is unknown or broken. */
export class UnreadableCoding extends Error {
  constructor(detail: string) {
    super(`the reply cannot be decompressed: ${detail}`);
    this.name = 'UnreadableCoding';
  }
}

/** Collects a reply's body, decompressed, and gives up as soon as it is larger than allowed. */
export class ReplyBuffer {
  private readonly chunks: Buffer[] = [];
  private readonly decoder: Transform | undefined;
  private size = 0;
  private isSettled = false;

  /** @param settle gets the whole body once, or why there is none */
  constructor(
    private readonly limits: { readonly encoding: string | readonly string[] | undefined; readonly maxBytes: number },
    private readonly settle: (result: Buffer | Error) => void,
  ) {
    const decoder = decoderFor(limits.encoding);
    if (decoder === 'unknown') {
      this.fail(new UnreadableCoding(`unknown coding ${String(limits.encoding).slice(0, 40)}`));
      return;
    }
    this.decoder = decoder;
    decoder?.on('data', (chunk: Buffer) => {
      this.keep(chunk);
    });
    decoder?.once('end', () => {
      this.finish();
    });
    decoder?.once('error', (fault) => {
      this.fail(new UnreadableCoding(fault.message));
    });
  }

  add(chunk: Buffer): void {
    if (this.isSettled) return;
    if (this.decoder === undefined) this.keep(chunk);
    else this.decoder.write(chunk);
  }

  end(): void {
    if (this.decoder === undefined) this.finish();
    else this.decoder.end();
  }

  fail(fault: Error): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.chunks.length = 0;
    this.decoder?.destroy();
    this.settle(fault);
  }

  private keep(chunk: Buffer): void {
    if (this.isSettled) return;
    this.size += chunk.length;
    if (this.size > this.limits.maxBytes) this.fail(new ReplyTooLarge(this.limits.maxBytes));
    else this.chunks.push(chunk);
  }

  private finish(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    const [only] = this.chunks;
    this.settle(this.chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.chunks, this.size));
  }
}

function decoderFor(encoding: string | readonly string[] | undefined): Transform | undefined | 'unknown' {
  const coding = (typeof encoding === 'string' ? encoding : (encoding ?? []).join(',')).trim().toLowerCase();
  if (coding === '' || coding === 'identity') return undefined;
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'deflate') return createInflate();
  if (coding === 'br') return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_PROCESS });
  return 'unknown';
}
