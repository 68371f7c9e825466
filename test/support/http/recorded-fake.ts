import type { Faults } from './faults.js';
import type { RecordedRequest } from './recorded-request.js';
import { type Answering, RecordingServer } from './recording-server.js';

/** What every fake process can tell and do, whatever it answers: where it is, what was asked of it, how it fails. */
export abstract class RecordedFake {
  private readonly server: RecordingServer;

  constructor({ port, host }: { readonly port?: number | undefined; readonly host?: string | undefined }) {
    const answering: Answering = {
      answer: (request, socket) => this.answering.answer(request, socket),
      encode: (reply, request) => this.answering.encode(reply, request),
    };
    this.server = new RecordingServer(answering, port, host);
  }

  protected abstract readonly answering: Answering;

  /** The port in use, also while stopped. */
  get port(): number {
    return this.server.port;
  }

  /** `http://127.0.0.1:{port}`. */
  get origin(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  get isListening(): boolean {
    return this.server.isListening;
  }

  /** Listens, after a stop on the same port again; what it holds is still there. */
  start(): Promise<void> {
    return this.server.start();
  }

  /** Refuses connections and cuts the open ones; waits until nothing is left. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Refuses connections from now on. */
  refuse(): Promise<void> {
    return this.stop();
  }

  /** Accepts connections again. */
  accept(): Promise<void> {
    return this.start();
  }

  get faults(): Faults {
    return this.server.faults;
  }

  /** Every request since the start or the last `clearRequests`, oldest first. */
  get requests(): readonly RecordedRequest[] {
    return this.server.requests;
  }

  /** Requests with this method (`*` for any) whose raw target begins with this text, in any letter case. */
  requestsTo(method: string, targetPrefix: string): readonly RecordedRequest[] {
    return this.server.requestsTo(method, targetPrefix);
  }

  clearRequests(): void {
    this.server.clearRequests();
  }

  /** Settles with the next such request (or the n-th from now) as soon as its headers are here. */
  nextRequestTo(method: string, targetPrefix: string, n = 1): Promise<RecordedRequest> {
    return this.server.nextRequestTo(method, targetPrefix, n);
  }

  /** The largest number of requests that were being answered at one time since the last `clearRequests`. */
  get mostRequestsAtOnce(): number {
    return this.server.mostRequestsAtOnce;
  }

  /** Connections that are open now. */
  get openConnections(): number {
    return this.server.openConnections;
  }
}
