import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';

/** What came back, nothing interpreted. */
export interface RawAnswer {
  readonly status: number;
  /** Names and values alternating, spelt and ordered as they came. */
  readonly rawHeaders: readonly string[];
  readonly text: string;
  /** Values of a header, one per line it came in. */
  all(name: string): readonly string[];
  /** The header's lines joined by a comma and a blank, `undefined` without any. */
  header(name: string): string | undefined;
}

/** A request of one method to one target, on a connection of its own. */
export interface RawRequest {
  readonly method?: string;
  /** Sent as it is. */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Sends a request to a server on 127.0.0.1; fails when the connection breaks before the whole reply is here. */
export async function rawRequest(port: number, asked: RawRequest = {}): Promise<RawAnswer> {
  const { method = 'GET', target = '/', headers = {}, body, signal } = asked;
  const agent = new Agent({ keepAlive: false });
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const options = {
    host: '127.0.0.1',
    port,
    method,
    path: target,
    agent,
    headers: { ...headers, ...length },
    ...(signal ? { signal } : {}),
  };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(options, resolve).on('error', reject).end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return answerOf(message, Buffer.concat(chunks).toString());
}

function answerOf(message: IncomingMessage, text: string): RawAnswer {
  const rawHeaders = message.rawHeaders;
  const all = (name: string): readonly string[] =>
    rawHeaders.filter((_, k) => k % 2 === 1 && rawHeaders[k - 1]?.toLowerCase() === name.toLowerCase());
  const header = (name: string): string | undefined => (all(name).length === 0 ? undefined : all(name).join(', '));
  return { status: message.statusCode ?? 0, rawHeaders, text, all, header };
}
