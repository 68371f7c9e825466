import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Fault, Faults } from './faults.js';
import { Listener } from './listener.js';
import { RecordedRequest } from './recorded-request.js';
import type { Reply } from './reply.js';
import { ReplySender } from './reply-sender.js';
import { replyInstead, spoilt } from './spoilt-reply.js';

/** What answers when no fault does. */
export interface Answering {
  /** The right reply; called once per request that is carried out. */
  answer(request: RecordedRequest, socket: Socket): Reply;
  /** Last step before sending: what an encoding does to a reply, spoilt or not. */
  encode(reply: Reply, request: RecordedRequest): Reply;
}

interface Waiter {
  readonly fits: (request: RecordedRequest) => boolean;
  left: number;
  readonly resolve: (request: RecordedRequest) => void;
}

/** An HTTP server that keeps every request it sees and can be made to fail. */
export class RecordingServer {
  readonly faults = new Faults();
  private recorded: RecordedRequest[] = [];
  private waiters: Waiter[] = [];
  private openNow = 0;
  private mostOpen = 0;
  private readonly sockets = new Set<Socket>();
  private readonly listener: Listener;

  constructor(
    private readonly answering: Answering,
    port = 0,
    /** Other machines and containers get in with `0.0.0.0`. */
    host = '127.0.0.1',
  ) {
    this.listener = new Listener(
      {
        connected: (socket) => {
          this.connected(socket);
        },
        requested: (message, response) => void this.requested(message, response),
        idleMs: () => this.faults.idleMs(),
      },
      port,
      host,
    );
  }

  /** The port in use, also while stopped. */
  get port(): number {
    return this.listener.port;
  }

  get isListening(): boolean {
    return this.listener.isListening;
  }

  /** Every request since the start or the last `clearRequests`, oldest first. */
  get requests(): readonly RecordedRequest[] {
    return this.recorded;
  }

  /** The largest number of requests that were being answered at one time since then. */
  get mostRequestsAtOnce(): number {
    return this.mostOpen;
  }

  /** Connections that are open now. */
  get openConnections(): number {
    return this.sockets.size;
  }

  /** Requests with this method (`*` for any) whose raw target begins with this text, in any letter case. */
  requestsTo(method: string, targetPrefix: string): readonly RecordedRequest[] {
    return this.recorded.filter((request) => isTo(request, method, targetPrefix));
  }

  clearRequests(): void {
    this.recorded = [];
    this.mostOpen = this.openNow;
  }

  /** Settles with the next such request (or the n-th from now) as soon as its headers are here. */
  nextRequestTo(method: string, targetPrefix: string, n = 1): Promise<RecordedRequest> {
    return new Promise((resolve) => {
      this.waiters.push({ fits: (request) => isTo(request, method, targetPrefix), left: n, resolve });
    });
  }

  /** Listens, after a stop on the same port again. */
  start(): Promise<void> {
    return this.listener.start();
  }

  /** Refuses connections and cuts the open ones; waits until nothing is left. */
  stop(): Promise<void> {
    for (const request of this.recorded) request.finish('cut');
    return this.listener.stop();
  }

  private connected(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    if (this.faults.resetsConnection()) socket.resetAndDestroy();
  }

  private async requested(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = new RecordedRequest(message, response);
    this.recorded.push(request);
    this.openNow += 1;
    this.mostOpen = Math.max(this.mostOpen, this.openNow);
    void request.ended.then(() => (this.openNow -= 1));
    this.tellWaiters(request);
    await request.received;
    if (request.finished !== undefined) return;

    const faults = this.faults.ofRequest(request.method, request.target);
    const reply =
      replyInstead(faults) ?? (carriesOut(faults) ? this.answering.answer(request, message.socket) : nothing);
    await new ReplySender(response, request, this.faults).send(
      this.answering.encode(spoilt(reply, faults), request),
      faults,
    );
  }

  private tellWaiters(request: RecordedRequest): void {
    for (const waiter of this.waiters.filter(({ fits }) => fits(request))) {
      waiter.left -= 1;
      if (waiter.left === 0) waiter.resolve(request);
    }
    this.waiters = this.waiters.filter(({ left }) => left > 0);
  }
}

const nothing: Reply = { status: 200, headers: [], origin: 'crash' };

/** Some faults come before the work is done, the others after it. */
function carriesOut(faults: readonly Fault[]): boolean {
  return faults.every(
    (fault) =>
      fault.kind !== 'raw' &&
      !(fault.kind === 'never-answer' && fault.executes === false) &&
      !(fault.kind === 'reset' && fault.when === 'before-headers' && fault.executes === false),
  );
}

function isTo(request: RecordedRequest, method: string, targetPrefix: string): boolean {
  const isMethod = method === '*' || request.method === method.toUpperCase();
  return isMethod && request.target.toLowerCase().startsWith(targetPrefix.toLowerCase());
}
