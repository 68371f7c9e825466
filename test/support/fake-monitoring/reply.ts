/** What the fake is about to send: a value, so that faults can be applied to it before anything is written. */
export interface Reply {
  readonly status: number;
  /** In the order they are sent; repeated names become several header lines. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Sent in chunks when present; without one the reply says `Content-Length: 0`, or nothing where no body may be. */
  readonly body?: Buffer;
  /** Whether the headers that every answer of the application carries stay away. */
  readonly bare?: true;
}

/** What an exception that nobody handles looks like from outside: no body and none of the usual headers. */
export const unhandledException: Reply = { status: 500, headers: [], bare: true };

export function emptyReply(status: number, headers: Reply['headers'] = []): Reply {
  return { status, headers };
}

export function textReply(status: number, contentType: string, text: string): Reply {
  return { status, headers: [['Content-Type', contentType]], body: Buffer.from(text) };
}

/** The same reply with further headers behind its own. */
export function withHeaders(reply: Reply, headers: Reply['headers']): Reply {
  return { ...reply, headers: [...reply.headers, ...headers] };
}
