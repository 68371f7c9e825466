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

/** A compressed reply whose end is missing although its framing said it was whole. */
export class CutOff extends Error {
  constructor() {
    super('the compressed reply was cut off');
    this.name = 'CutOff';
  }
}

/** Collects a reply's body, decompressed, and gives up as soon as it is larger than allowed. */
export class ReplyBuffer {
  private readonly chunks: Buffer[] = [];
  private readonly decoder: Transform | undefined;
  private size = 0;
  private isEmpty = true;
  private hasArrived = false;
  private hasDecoded = false;
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
      this.hasDecoded = true;
      this.finish();
    });
    decoder?.once('error', (fault: NodeJS.ErrnoException) => {
      this.fail(fault.code === 'Z_BUF_ERROR' ? new CutOff() : new UnreadableCoding(fault.message));
    });
  }

  add(chunk: Buffer): void {
    if (this.isSettled) return;
    this.isEmpty = false;
    if (this.decoder === undefined) this.keep(chunk);
    else this.decoder.write(chunk);
  }

  /** The reply's framing says that it is whole. */
  end(): void {
    this.hasArrived = true;
    // Answers to HEAD name the coding of a body that they do not have.
    if (this.decoder === undefined || this.isEmpty) this.hasDecoded = true;
    else this.decoder.end();
    this.finish();
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

  /** A compressed text can be at its end before the reply is: a connection that breaks between the two has cut it off. */
  private finish(): void {
    if (this.isSettled || !this.hasArrived || !this.hasDecoded) return;
    this.isSettled = true;
    this.decoder?.destroy();
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
