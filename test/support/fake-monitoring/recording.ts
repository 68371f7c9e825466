import type { IncomingMessage, ServerResponse } from 'node:http';

/** How a request ended: not yet, with the whole reply sent, cut by the fake itself, or given up by the client. */
export type RequestEnd = 'open' | 'answered' | 'cut' | 'client-left';

/** One request as it arrived. */
export class RecordedRequest {
  readonly method: string;
  /** The raw request target: path and query, nothing decoded. */
  readonly target: string;
  /** Names and values alternating, spelt and ordered as they came. */
  readonly rawHeaders: readonly string[];
  /** Milliseconds since 1970. */
  readonly receivedAt = Date.now();
  /** Settles when the whole request is here, or will never be. */
  readonly received: Promise<void>;
  /** Settles when `finished` changes from `open`. */
  readonly ended: Promise<RequestEnd>;
  private readonly chunks: Buffer[] = [];
  private end: RequestEnd = 'open';
  private endTime: number | undefined;
  private settle: (end: RequestEnd) => void = () => undefined;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.method = message.method ?? '';
    this.target = message.url ?? '';
    this.rawHeaders = [...message.rawHeaders];
    this.ended = new Promise((resolve) => (this.settle = resolve));
    this.received = new Promise((resolve) => {
      message.on('end', resolve);
      response.on('close', resolve);
    });
    message.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    response.on('finish', () => this.finish('answered'));
    response.on('close', () => this.finish('client-left'));
  }

  /** What has arrived of the body so far. */
  get body(): Buffer {
    return Buffer.concat(this.chunks);
  }

  get finished(): RequestEnd {
    return this.end;
  }

  /** When it ended, in milliseconds since 1970. */
  get endedAt(): number | undefined {
    return this.endTime;
  }

  /** The first value of a header, its name in any letter case. */
  header(name: string): string | undefined {
    const position = this.rawHeaders.findIndex((text, k) => k % 2 === 0 && text.toLowerCase() === name.toLowerCase());
    return position < 0 ? undefined : this.rawHeaders[position + 1];
  }

  /** Only the first end counts. */
  finish(end: Exclude<RequestEnd, 'open'>): void {
    if (this.end !== 'open') return;
    this.end = end;
    this.endTime = Date.now();
    this.settle(end);
  }
}
