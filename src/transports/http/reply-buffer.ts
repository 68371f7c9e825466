import type { Transform } from 'node:stream';
import { codingOf, type Coding } from './decoding.js';
import { codeOf, messageOf } from './fault-code.js';

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

/** Compressed bytes that are decoded in one go: faster by far, and independent of Node's worker threads. */
const atOnceBytes = 65_536;
/** Bytes that decoding in one go may make; what becomes larger is decoded beside the event loop. */
const atOnceDecodedBytes = 1_048_576;

/** What is known before the body arrives, and what to do with it. */
export interface ReplyBufferOptions {
  /** `Content-Encoding`, joined when it was sent twice. */
  readonly encoding: string;
  /** Decoded bytes after which the reply is given up. */
  readonly maxBytes: number;
  /** The decoder can take more after `add` returned false. */
  readonly onReady: () => void;
  /** Gets the whole body once, or why there is none. */
  readonly settle: (result: Buffer | Error) => void;
}

/** Collects a reply's body, decompressed, and gives up as soon as it is larger than allowed. */
export class ReplyBuffer {
  private chunks: Buffer[] = [];
  private size = 0;
  private coding: Coding | 'none' | undefined;
  private decoder: Transform | undefined;
  private hasArrived = false;
  private hasDecoded = false;
  private isSettled = false;

  constructor(private readonly options: ReplyBufferOptions) {}

  /** @returns false when nothing more should be added before `onReady` */
  add(chunk: Buffer): boolean {
    if (this.isSettled || this.hasDecoded || chunk.length === 0) return true;
    if (this.coding === undefined) {
      const coding = codingOf(this.options.encoding, chunk[0] ?? 0);
      if (coding === 'unknown') {
        this.fail(new UnreadableCoding(`unknown coding ${this.options.encoding.slice(0, 40)}`));
        return true;
      }
      this.coding = coding;
    }
    if (this.decoder !== undefined) return this.decoder.write(chunk);
    this.keep(chunk);
    if (this.coding === 'none' || this.size <= atOnceBytes) return true;
    return this.decodeAside(this.coding);
  }

  /** The reply's framing says that it is whole. Answers to HEAD name the coding of a body that they do not have. */
  end(): void {
    if (this.isSettled) return;
    this.hasArrived = true;
    if (this.decoder !== undefined) {
      this.decoder.end();
      this.finish();
      return;
    }
    const body = this.whole();
    if (this.coding === undefined || this.coding === 'none') this.succeed(body);
    else this.decodeAtOnce(this.coding, body);
  }

  fail(fault: Error): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.chunks = [];
    this.decoder?.destroy();
    this.options.settle(fault);
  }

  private decodeAtOnce(coding: Coding, body: Buffer): void {
    const { maxBytes } = this.options;
    try {
      this.succeed(coding.decode(body, Math.min(maxBytes, atOnceDecodedBytes)));
    } catch (fault) {
      if (codeOf(fault) !== 'ERR_BUFFER_TOO_LARGE') this.fail(faultOfCoding(fault));
      else if (maxBytes <= atOnceDecodedBytes) this.fail(new ReplyTooLarge(maxBytes));
      else {
        this.decodeAside(coding);
        this.decoder?.end();
      }
    }
  }

  /** What was collected so far and everything after it goes through a decoder. */
  private decodeAside(coding: Coding): boolean {
    const collected = this.whole();
    this.chunks = [];
    this.size = 0;
    const decoder = coding.open();
    this.decoder = decoder;
    decoder.on('data', (chunk: Buffer) => {
      this.keep(chunk);
    });
    decoder.on('drain', this.options.onReady);
    decoder.once('error', (fault) => {
      this.fail(faultOfCoding(fault));
    });
    decoder.once('end', () => {
      this.hasDecoded = true;
      this.finish();
    });
    return decoder.write(collected);
  }

  /** A coding can be at its end before the reply is: a connection that breaks between the two has cut it off. */
  private finish(): void {
    if (this.hasArrived && this.hasDecoded) this.succeed(this.whole());
  }

  private keep(chunk: Buffer): void {
    if (this.isSettled) return;
    this.size += chunk.length;
    if (this.size > this.options.maxBytes) this.fail(new ReplyTooLarge(this.options.maxBytes));
    else this.chunks.push(chunk);
  }

  private whole(): Buffer {
    const [only] = this.chunks;
    return this.chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.chunks, this.size);
  }

  private succeed(body: Buffer): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.chunks = [];
    this.decoder?.destroy();
    this.options.settle(body);
  }
}

function faultOfCoding(fault: unknown): Error {
  if (codeOf(fault) === 'Z_BUF_ERROR') return new CutOff();
  return new UnreadableCoding(messageOf(fault));
}
