import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GatewaySettings } from '../settings/gateway-settings.js';
import { compressedBody } from './compressed-body.js';
import { matches } from './etag.js';
import type { FederatedCall } from './federated-call.js';
import type { FederatedReply, Timing } from './federated-reply.js';

/** The only writer of federated responses. */
@Injectable()
export class ReplyWriter {
  constructor(private readonly settings: GatewaySettings) {}

  async write(call: FederatedCall, reply: FederatedReply, response: Response): Promise<void> {
    if (response.destroyed) {
      this.discard(reply);
      return;
    }
    const notModified = this.isNotModified(call, reply);
    response.statusCode = notModified ? 304 : reply.status;
    if (reply.bare !== true) {
      const { Vary: vary, ...others } = call.surface.answerHeaders;
      for (const [name, value] of Object.entries(others)) response.setHeader(name, value);
      // CORS may have named `Origin` already.
      if (vary !== undefined) response.appendHeader('Vary', vary);
    }
    for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
    if (call.surface.hasValidators && reply.tag !== undefined) response.setHeader('ETag', reply.tag);
    this.writeTimings(reply, response);
    if (notModified) {
      response.removeHeader('Content-Type');
      response.end();
      return;
    }
    if (reply.body instanceof Readable) return this.relay(reply.body, response);
    return this.writeWhole(call, reply.body, response);
  }

  private isNotModified(call: FederatedCall, reply: FederatedReply): boolean {
    if (!call.surface.hasValidators || reply.tag === undefined || reply.status !== 200) return false;
    if (call.method !== 'GET' && call.method !== 'HEAD') return false;
    const tags = call.header('if-none-match');
    return tags !== undefined && matches(tags, reply.tag);
  }

  private writeTimings(reply: FederatedReply, response: Response): void {
    if (!this.settings.federation.serverTiming || reply.timings === undefined || reply.timings.length === 0) return;
    response.setHeader('Server-Timing', reply.timings.map(timingText).join(', '));
  }

  private async writeWhole(
    call: FederatedCall,
    body: Buffer | readonly Buffer[] | undefined,
    response: Response,
  ): Promise<void> {
    if (call.method === 'HEAD') {
      response.end();
      return;
    }
    const whole = body === undefined ? Buffer.alloc(0) : Buffer.isBuffer(body) ? body : Buffer.concat(body);
    const type = String(response.getHeader('Content-Type') ?? '');
    const sent = await compressedBody(whole, call.header('accept-encoding'), type);
    if (sent.coding !== undefined) {
      response.setHeader('Content-Encoding', sent.coding);
      response.appendHeader('Vary', 'Accept-Encoding');
    }
    response.setHeader('Content-Length', sent.body.length);
    response.end(sent.body);
  }

  /** A broken source must look broken to the caller: the connection is cut, never completed or explained in-line. */
  private async relay(source: Readable, response: Response): Promise<void> {
    try {
      await pipeline(source, response);
    } catch {
      response.destroy();
    }
  }

  private discard(reply: FederatedReply): void {
    if (reply.body instanceof Readable) reply.body.destroy();
  }
}

function timingText({ name, ms, note }: Timing): string {
  const duration = ms === undefined ? '' : `;dur=${ms.toFixed(1)}`;
  return `${name}${duration}${note === undefined ? '' : `;desc="${note}"`}`;
}
