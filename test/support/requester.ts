import { request as send, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Raw header pairs, for repeated ones. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
  /** Parsed on each read; throws when the body is not JSON. */
  readonly json: unknown;
  /** Milliseconds until the last byte. */
  readonly ms: number;
}

export interface Asked {
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
}

/** Sends requests whose targets reach the server byte for byte. */
export interface Requester {
  request(method: string, target: string, asked?: Asked): Promise<Response>;
  get(target: string, asked?: Asked): Promise<Response>;
  /** With a JSON body and content type. */
  send(method: string, target: string, body: unknown): Promise<Response>;
}

export function requester(baseUrl: string): Requester {
  const { hostname, port } = new URL(baseUrl);
  const request = (method: string, target: string, asked: Asked = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const { headers, signal } = asked;
      const outgoing = send(
        { hostname, port, method, path: target, agent: false, ...(headers && { headers }), ...(signal && { signal }) },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.once('error', reject);
          incoming.once('end', () => {
            const bytes = Buffer.concat(chunks);
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              rawHeaders: incoming.rawHeaders,
              bytes,
              text: bytes.toString(),
              get json(): unknown {
                return JSON.parse(bytes.toString()) as unknown;
              },
              ms: performance.now() - started,
            });
          });
        },
      );
      outgoing.once('error', reject);
      outgoing.end(asked.body);
    });
  return {
    request,
    get: (target, asked) => request('GET', target, asked),
    send: (method, target, body) =>
      request(method, target, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  };
}
