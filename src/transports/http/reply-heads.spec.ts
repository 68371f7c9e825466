import { describe, expect, it } from '@jest/globals';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { ReplyHeads } from './reply-heads.js';

const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';

/** What a reader of the socket gets for these chunks. */
function readThrough(chunks: readonly string[]): string {
  const socket = new Socket();
  new ReplyHeads(socket).expect();
  let text = '';
  for (const chunk of chunks) {
    socket.push(Buffer.from(chunk, 'latin1'));
    for (;;) {
      const bytes = socket.read() as Buffer | null;
      if (bytes === null) break;
      text += bytes.toString('latin1');
    }
  }
  socket.destroy();
  return text;
}

describe('ReplyHeads', () => {
  it.each([
    ['an ordinary reply', reply, reply],
    ['what is not HTTP', 'SSH-2.0\r\n', 'SSH-2.0\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 X\r\n\r\nabc', 'HTTP/1.1 101 X\r\n\r\nabc'],
    ['an interim reply', `HTTP/1.1 100 Continue\r\n\r\n${reply}`, reply],
    ['several', `HTTP/1.1 103 A\r\nB: c\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${reply}`, reply],
    [
      'a 304 with a length',
      'HTTP/1.1 304 X\r\nContent-Length: 2\r\n\r\n',
      'HTTP/1.1 304 X\r\nxontent-Length: 2\r\n\r\n',
    ],
    [
      'a 204 with a length',
      'HTTP/1.1 204 X\r\ncontent-length : 2\r\n\r\n',
      'HTTP/1.1 204 X\r\nxontent-length : 2\r\n\r\n',
    ],
    [
      'a 304 without',
      'HTTP/1.1 304 X\r\nETag: "content-length: 2"\r\n\r\n',
      'HTTP/1.1 304 X\r\nETag: "content-length: 2"\r\n\r\n',
    ],
    ['a body that looks like a head', `${reply}HTTP/1.1 100 X\r\n\r\n`, `${reply}HTTP/1.1 100 X\r\n\r\n`],
  ])('passes %s, in whatever pieces it comes', (_what, said, read) => {
    fc.assert(
      fc.property(fc.array(fc.nat(said.length), { maxLength: 8 }), (cuts) => {
        const sorted = [0, ...cuts.sort((a, b) => a - b), said.length];
        const pieces = sorted.slice(1).map((cut, at) => said.slice(sorted[at], cut));
        expect(readThrough(pieces.filter((piece) => piece !== ''))).toBe(read);
      }),
    );
  });

  it('holds back no more than a head may be long', () => {
    const endless = `HTTP/1.1 304 X\r\nA: ${'x'.repeat(20_000)}`;

    expect(readThrough([endless])).toBe(endless);
  });
});
