import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Fault, Faults } from './faults.js';
import type { RecordedRequest } from './recording.js';
import { emptyReply, type Reply, textReply, unhandledException } from './reply.js';

const pageInBetween = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>';

/** The reply that a fault puts in the place of the right one, if it does; then the request is never carried out. */
export function replyInstead(fault: Fault | undefined): Reply | undefined {
  if (fault?.kind === 'crash') return unhandledException;
  if (fault?.kind === 'html') return textReply(fault.status ?? 200, 'text/html; charset=utf-8', pageInBetween);
  if (fault?.kind !== 'status') return undefined;
  const headers = Object.entries(fault.headers ?? {});
  if (fault.body === undefined) return emptyReply(fault.status, headers);
  const reply = textReply(fault.status, fault.contentType ?? 'application/json; charset=utf-8', fault.body);
  return { ...reply, headers: [...reply.headers, ...headers] };
}

/** Sends one reply, or as much of it as the fault allows. */
export class ReplySender {
  private readonly gone = new AbortController();

  constructor(
    private readonly response: ServerResponse,
    private readonly record: RecordedRequest,
    private readonly faults: Faults,
  ) {
    response.once('close', () => this.gone.abort());
  }

  async send(reply: Reply, fault: Fault | undefined): Promise<void> {
    switch (fault?.kind) {
      case 'never-answer':
        return;
      case 'hold':
        await this.clearedOrGone();
        return this.whole(reply);
      case 'delay':
        await this.pause(fault.ms);
        return this.whole(reply);
      case 'reset':
        return this.reset(reply, fault);
      case 'truncate':
        return this.truncate(reply, fault);
      case 'drip':
        return this.drip(reply, fault);
      default:
        return this.whole(reply);
    }
  }

  private whole(reply: Reply): void {
    if (this.response.destroyed) return;
    this.head(reply, reply.body === undefined && hasLength(reply.status) ? 0 : undefined);
    this.response.end(reply.body);
  }

  private head(reply: Reply, length?: number): void {
    for (const [name, value] of reply.headers) this.response.appendHeader(name, value);
    if (length !== undefined) this.response.setHeader('Content-Length', length);
    // ServiceControl's server announces neither persistent connections nor how long it keeps them.
    this.response.removeHeader('Connection');
    this.response.writeHead(reply.status);
  }

  private async truncate(reply: Reply, fault: Fault & { kind: 'truncate' }): Promise<void> {
    const body = reply.body ?? Buffer.alloc(0);
    const part = body.subarray(0, fault.bytes ?? Math.floor(body.length / 2));
    if (fault.framing === 'correct') return this.whole({ ...reply, body: part });
    await this.start(reply, part, fault.framing === 'length-unmet' ? body.length : undefined);
    this.record.finish('cut');
    this.response.socket?.destroySoon();
  }

  private async reset(reply: Reply, fault: Fault & { kind: 'reset' }): Promise<void> {
    if (fault.when === 'in-body') {
      const body = reply.body ?? Buffer.alloc(0);
      await this.start(reply, body.subarray(0, fault.bytes ?? Math.floor(body.length / 2)));
      // A client that is handed the bytes and the reset together may take it for an ordinary end.
      await this.pause(20);
    }
    this.record.finish('cut');
    this.response.socket?.resetAndDestroy();
  }

  private async drip(reply: Reply, fault: Fault & { kind: 'drip' }): Promise<void> {
    const body = reply.body ?? Buffer.alloc(0);
    this.head(reply);
    this.response.flushHeaders();
    for (let sent = 0; sent < body.length && !this.response.destroyed; sent += fault.bytes) {
      this.response.write(body.subarray(sent, sent + fault.bytes));
      await this.pause(fault.everyMs);
    }
    this.response.end();
  }

  private async start(reply: Reply, part: Buffer, length?: number): Promise<void> {
    this.head(reply, length);
    this.response.flushHeaders();
    if (part.length > 0) await new Promise<void>((resolve) => this.response.write(part, () => resolve()));
  }

  /** Waits, but no longer than the connection lives. */
  private async pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.gone.signal }).catch(() => undefined);
  }

  private clearedOrGone(): Promise<void> {
    return Promise.race([
      this.faults.cleared,
      new Promise<void>((resolve) => this.response.once('close', () => resolve())),
    ]);
  }
}

function hasLength(status: number): boolean {
  return status !== 204 && status !== 304;
}
