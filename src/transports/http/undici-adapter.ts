import { AxiosHeaders, type AxiosAdapter, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { Dispatcher } from 'undici';
import { RelayedBody } from './relayed-body.js';
import { ReplyBuffer } from './reply-buffer.js';

/**
 * What the adapter needs beside axios' own request: one dispatcher, and a target that no URL parser has touched. An
 * object of a class: axios copies plain ones, deeply.
 */
export interface Dispatch {
  readonly dispatcher: Dispatcher;
  /** Raw path and query, with its leading slash. */
  readonly path: string;
  /** Decompressed bytes of a collected reply after which it is given up. */
  readonly maxBytes: number;
  /** The request is about to be written to a connected socket. */
  onSent(): void;
  /** The status line and headers of the reply are here. */
  onHeaders(): void;
  /** A piece of the body is here. */
  onData(): void;
  /** What broke the connection, if something did; asked when the reply seems to be whole. */
  brokenBy(): Error | undefined;
}

declare module 'axios' {
  interface AxiosRequestConfig {
    dispatch?: Dispatch;
  }
}

/** More header lines than any ServiceControl or proxy sends. */
const mostHeaders = 256;

/** A reply whose head is not to be relayed. */
export class HeadRefused extends Error {
  constructor() {
    super(`the reply has more than ${String(mostHeaders)} headers`);
    this.name = 'HeadRefused';
  }
}

/**
 * Sends axios requests through undici's dispatcher: about half the work of axios as it comes on a page of rows, a quarter
 * on a compressed one (bench/transport.bench.mjs).
 * Replies of every status resolve; nothing is parsed, followed or repeated. `signal` ends the request at once.
 */
export const undiciAdapter: AxiosAdapter = (config) =>
  new Promise((resolve, reject) => {
    const { dispatch } = config;
    if (dispatch === undefined) throw new Error('the request was not made by the member transport');
    dispatch.dispatcher.dispatch(
      {
        path: dispatch.path,
        method: (config.method ?? 'get').toUpperCase(),
        headers: headersOf(config),
        body: (config.data as Buffer | undefined) ?? null,
      },
      new Exchange(config, dispatch, { resolve, reject }),
    );
  });

interface Outcome {
  resolve(response: AxiosResponse): void;
  reject(fault: Error): void;
}

/** One request and its reply, as undici tells of it. */
class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private body: ReplyBuffer | RelayedBody | undefined;
  private readonly abort = (): void => {
    this.end(new Error('given up'));
  };

  constructor(
    private readonly config: InternalAxiosRequestConfig,
    private readonly dispatch: Dispatch,
    private readonly outcome: Outcome,
  ) {
    config.signal?.addEventListener?.('abort', this.abort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.config.signal?.aborted === true) this.abort();
    else this.dispatch.onSent();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.dispatch.onHeaders();
    if (Array.isArray(controller.rawHeaders) && controller.rawHeaders.length > 2 * mostHeaders) {
      this.end(new HeadRefused());
      return;
    }
    const respond = (data: unknown): void => {
      this.outcome.resolve(responseOf(this.config, { status, headers, data }));
    };
    if (this.config.responseType === 'stream') {
      const body = new RelayedBody(controller);
      this.body = body;
      respond(body);
      return;
    }
    this.body = new ReplyBuffer({
      encoding: String(headers['content-encoding'] ?? ''),
      maxBytes: this.dispatch.maxBytes,
      onReady: () => {
        controller.resume();
      },
      settle: (result) => {
        if (!Buffer.isBuffer(result)) {
          this.end(result);
          return;
        }
        this.leave();
        respond(result);
      },
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.dispatch.onData();
    if (this.body?.add(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    const fault = this.dispatch.brokenBy();
    if (fault !== undefined) {
      this.end(fault);
      return;
    }
    if (this.config.responseType === 'stream') this.leave();
    this.body?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, fault: Error): void {
    this.end(fault);
  }

  private end(fault: Error): void {
    this.leave();
    this.controller?.abort(fault);
    this.body?.fail(fault);
    this.outcome.reject(fault);
  }

  private leave(): void {
    this.config.signal?.removeEventListener?.('abort', this.abort);
  }
}

function headersOf({ headers }: InternalAxiosRequestConfig): string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') lines.push(name, value);
  }
  return lines;
}

function responseOf(
  config: InternalAxiosRequestConfig,
  reply: Pick<AxiosResponse, 'status' | 'headers' | 'data'>,
): AxiosResponse {
  // Of axios' own class, but without its check of every name and value, which undici's parser has made.
  const headers = Object.assign(new AxiosHeaders(), reply.headers);
  return { status: reply.status, statusText: '', headers, data: reply.data as unknown, config };
}
