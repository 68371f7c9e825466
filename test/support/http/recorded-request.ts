import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HeaderLine, valuesOf } from './reply.js';

/** How a request ended: the whole reply was sent, the client left before, or the fake itself cut the connection. */
export type Finish = 'complete' | 'client gone' | 'cut';

/** One request as it arrived; grows until its body is complete and its reply has ended. */
export class RecordedRequest {
  readonly method: string;
  /** The request target as on the wire: path and query, nothing decoded. */
  readonly target: string;
  /** In the order and spelling in which they came. */
  readonly headers: readonly HeaderLine[];
  /** Port of the client's end of the connection: equal for requests on one connection. */
  readonly port: number;
  /** Milliseconds since 1970 at which its headers were here. */
  readonly at = Date.now();
  /** Settles when the whole request is here, or will never be. */
  readonly received: Promise<void>;
  /** Settles when `finished` is known. */
  readonly ended: Promise<Finish>;
  /** Bytes of the reply's body that were handed to the connection. */
  bytesSent = 0;
  private readonly chunks: Buffer[] = [];
  private joined: Buffer | undefined;
  private result: Finish | undefined;
  private endTime: number | undefined;
  private settle: (finish: Finish) => void = () => undefined;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.method = message.method ?? '';
    this.target = message.url ?? '';
    this.headers = pairs(message.rawHeaders);
    this.port = message.socket.remotePort ?? 0;
    this.ended = new Promise((resolve) => (this.settle = resolve));
    this.received = new Promise((resolve) => {
      message.on('end', resolve);
      response.on('close', resolve);
    });
    message.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    message.on('error', () => undefined);
    response.on('finish', () => {
      this.finish('complete');
    });
    response.on('close', () => {
      this.finish('client gone');
    });
  }

  /** What has arrived of the body so far. */
  get body(): Buffer {
    if (this.chunks.length > 0) {
      this.joined = Buffer.concat(this.joined === undefined ? this.chunks : [this.joined, ...this.chunks]);
      this.chunks.length = 0;
    }
    return this.joined ?? Buffer.alloc(0);
  }

  /** The body read as JSON; throws when it is none. */
  get json(): unknown {
    return JSON.parse(this.body.toString()) as unknown;
  }

  /** `undefined` while the request is still being answered. */
  get finished(): Finish | undefined {
    return this.result;
  }

  /** Milliseconds since 1970. */
  get endedAt(): number | undefined {
    return this.endTime;
  }

  /** The first value of a header, its name in any letter case. */
  header(name: string): string | undefined {
    return valuesOf(this.headers, name)[0];
  }

  /** Only the first end counts. */
  finish(finish: Finish): void {
    if (this.result !== undefined) return;
    this.result = finish;
    this.endTime = Date.now();
    this.settle(finish);
  }
}

function pairs(rawHeaders: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let k = 0; k + 1 < rawHeaders.length; k += 2) lines.push([rawHeaders[k] ?? '', rawHeaders[k + 1] ?? '']);
  return lines;
}
