import type { Socket } from 'node:net';

const longestHead = 16_384;
const endOfHead = Buffer.from('\r\n\r\n');
const statusLineBegins = 'HTTP/1.1 ';

/**
 * Lets undici read what HTTP allows and it refuses: interim replies that nobody asked for (`100 Continue`), and
 * replies that have a length but never a body (304, 204). Those would otherwise cost the call or its connection.
 */
export class ReplyHeads {
  private isExpected = false;
  private held: Buffer | undefined;

  /** From now on the socket's bytes are read through this. */
  constructor(socket: Socket) {
    const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
    socket.read = (size?: number) => (this.isExpected && size === undefined ? this.readHead(read) : read(size));
  }

  /** The next bytes are a reply's first ones. */
  expect(): void {
    this.isExpected = true;
    this.held = undefined;
  }

  private readHead(read: () => Buffer | null): Buffer | null {
    for (;;) {
      const chunk = read();
      if (chunk === null) return null;
      const bytes = this.held === undefined ? chunk : Buffer.concat([this.held, chunk]);
      const readable = this.pass(bytes);
      if (readable !== undefined) return readable;
    }
  }

  /** Bytes for undici, or nothing while a head is incomplete; those bytes are held until the next ones are here. */
  private pass(bytes: Buffer): Buffer | undefined {
    let at = 0;
    for (;;) {
      const status = statusAt(bytes, at);
      const end = status === 'unseen' ? -1 : bytes.indexOf(endOfHead, at);
      if (status === 'other') break;
      if (end < 0) {
        if (bytes.length - at > longestHead) break;
        this.held = bytes.subarray(at);
        return undefined;
      }
      if (status === 'bodiless') {
        hideLength(bytes, at, end);
        break;
      }
      at = end + endOfHead.length;
    }
    this.isExpected = false;
    this.held = undefined;
    return bytes.subarray(at);
  }
}

function statusAt(bytes: Buffer, at: number): 'unseen' | 'interim' | 'bodiless' | 'other' {
  const line = bytes.toString('latin1', at, at + 12);
  if (!line.startsWith(statusLineBegins.slice(0, line.length))) return 'other';
  if (line.length < 12) return 'unseen';
  const status = line.slice(9);
  if (status === '304' || status === '204') return 'bodiless';
  return status.startsWith('1') && status !== '101' ? 'interim' : 'other';
}

/** The header is renamed in place; nobody reads the new name. */
function hideLength(bytes: Buffer, from: number, to: number): void {
  const head = bytes.toString('latin1', from, to);
  for (const { index } of head.matchAll(/\r\ncontent-length(?=[ \t]*:)/gi))
    bytes.write('x', from + index + 2, 'latin1');
}
