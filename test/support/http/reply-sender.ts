import type { ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { Fault, Faults } from './faults.js';
import type { RecordedRequest } from './recorded-request.js';
import { type Reply, type StreamedBody, withoutHeader } from './reply.js';

type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { readonly kind: Kind }>;

/** Of a streamed body that is cut without saying where. */
const usualCut = 64 * 1024;

/** Sends one reply, or as much of it as the faults allow. */
export class ReplySender {
  private readonly gone = new AbortController();

  constructor(
    private readonly response: ServerResponse,
    private readonly record: RecordedRequest,
    private readonly faults: Faults,
  ) {
    response.once('close', () => {
      this.gone.abort();
    });
    response.on('error', () => undefined);
  }

  async send(reply: Reply, faults: readonly Fault[]): Promise<void> {
    if (find(faults, 'never-answer') !== undefined) return;
    if (find(faults, 'hold') !== undefined) await Promise.race([this.faults.cleared, this.closed()]);
    for (const fault of faults) if (fault.kind === 'delay') await this.pause(fault.ms);
    if (this.response.destroyed) return;
    if (find(faults, 'close-after-reply') !== undefined) this.endConnectionAfterwards();
    await this.sendNow(reply, faults);
  }

  private sendNow(reply: Reply, faults: readonly Fault[]): Promise<void> {
    const raw = find(faults, 'raw');
    if (raw !== undefined) return this.raw(raw.text);
    const reset = find(faults, 'reset');
    if (reset !== undefined) return this.reset(reply, reset);
    const cut = find(faults, 'truncate');
    if (cut !== undefined) return this.truncate(reply, cut);
    const drip = find(faults, 'drip');
    if (drip !== undefined) return this.drip(reply, drip);
    return this.whole(reply);
  }

  private async whole(reply: Reply): Promise<void> {
    if (reply.body !== undefined && !Buffer.isBuffer(reply.body)) return this.stream(reply, reply.body);
    this.head(reply, reply.body === undefined && this.hasLength(reply.status) ? 0 : undefined);
    this.record.bytesSent += reply.body?.length ?? 0;
    this.response.end(reply.body);
  }

  private async stream(reply: Reply, body: StreamedBody): Promise<void> {
    this.head(reply);
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.record.bytesSent += chunk.length;
        done(null, chunk);
      },
    });
    // The record says that the client left; nobody else needs the error.
    await pipeline(body.open(), count, this.response).catch(() => undefined);
  }

  private head(reply: Reply, length?: number): void {
    for (const [name, value] of reply.headers) this.response.appendHeader(name, value);
    if (length !== undefined && !this.response.hasHeader('Content-Length'))
      this.response.setHeader('Content-Length', length);
    // ServiceControl's server announces neither persistent connections nor how long it keeps them.
    this.response.removeHeader('Connection');
    this.response.writeHead(reply.status);
  }

  private raw(text: string): Promise<void> {
    const socket = this.response.socket;
    this.record.finish('cut');
    socket?.write(Buffer.from(text, 'latin1'));
    socket?.destroySoon();
    return Promise.resolve();
  }

  private async truncate(reply: Reply, fault: FaultOf<'truncate'>): Promise<void> {
    const part = await beginning(reply, fault.bytes);
    const unframed = { ...reply, headers: withoutHeader(reply.headers, 'Content-Length'), body: part };
    if (fault.framing === 'correct') return this.whole(unframed);
    const announced = Buffer.isBuffer(reply.body) ? reply.body.length : undefined;
    if (fault.framing === 'length-unmet') await this.begin(reply, part, announced);
    else await this.begin(unframed, part);
    this.record.finish('cut');
    this.response.socket?.destroySoon();
  }

  private async reset(reply: Reply, fault: FaultOf<'reset'>): Promise<void> {
    if (fault.when === 'in-body') {
      await this.begin(reply, await beginning(reply, fault.bytes));
      // A client that is handed the bytes and the reset together may take it for an ordinary end.
      await this.pause(20);
    }
    this.record.finish('cut');
    this.response.socket?.resetAndDestroy();
  }

  private async drip(reply: Reply, fault: FaultOf<'drip'>): Promise<void> {
    this.head(reply);
    this.response.flushHeaders();
    for await (const chunk of contentOf(reply)) {
      for (let sent = 0; sent < chunk.length && !this.response.destroyed; sent += fault.bytes) {
        const part = chunk.subarray(sent, sent + fault.bytes);
        this.response.write(part);
        this.record.bytesSent += part.length;
        await this.pause(fault.everyMs);
      }
      if (this.response.destroyed) return;
    }
    this.response.end();
  }

  private async begin(reply: Reply, part: Buffer, length?: number): Promise<void> {
    this.head(reply, length);
    this.response.flushHeaders();
    this.record.bytesSent += part.length;
    if (part.length === 0) return;
    await new Promise<void>((resolve) => {
      this.response.write(part, () => {
        resolve();
      });
    });
  }

  /** ServiceControl's server announces an empty body, but not for HEAD. */
  private hasLength(status: number): boolean {
    return status !== 204 && status !== 304 && this.record.method !== 'HEAD';
  }

  private endConnectionAfterwards(): void {
    const socket = this.response.socket;
    this.response.once('finish', () => socket?.destroySoon());
  }

  /** Waits, but no longer than the connection lives. */
  private async pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.gone.signal }).catch(() => undefined);
  }

  private closed(): Promise<void> {
    if (this.response.closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.response.once('close', resolve);
    });
  }
}

function find<Kind extends Fault['kind']>(faults: readonly Fault[], kind: Kind): FaultOf<Kind> | undefined {
  return faults.find((fault): fault is FaultOf<Kind> => fault.kind === kind);
}

function contentOf({ body }: Reply): AsyncIterable<Buffer> {
  if (body === undefined) return Readable.from([]);
  return Buffer.isBuffer(body) ? Readable.from([body]) : body.open();
}

/** The first bytes of a body; half of one that is at hand, unless said. */
async function beginning(reply: Reply, bytes: number | undefined): Promise<Buffer> {
  if (Buffer.isBuffer(reply.body)) return reply.body.subarray(0, bytes ?? Math.floor(reply.body.length / 2));
  const wanted = bytes ?? usualCut;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of contentOf(reply)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= wanted) break;
  }
  return Buffer.concat(chunks).subarray(0, wanted);
}
