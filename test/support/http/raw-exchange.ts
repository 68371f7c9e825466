import { connect } from 'node:net';

/** What came back on a connection until it ended. */
export interface RawExchange {
  /** Read as latin1. */
  readonly text: string;
  /** `ECONNRESET` when the connection was cut, `undefined` when it ended. */
  readonly error: string | undefined;
}

/** Writes bytes to a server on 127.0.0.1, on a connection of its own, and reads until the connection is over. */
export async function rawExchange(port: number, written: string): Promise<RawExchange> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let error: string | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => (text += chunk));
  socket.on('error', (fault: NodeJS.ErrnoException) => (error = fault.code));
  socket.write(written, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return { text, error };
}
