import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { ProblemError } from './problem.js';
import { readBody } from './raw-body.js';

/** A request that arrives as the test says. */
function arriving(headers: Readonly<Record<string, string>> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  return request;
}

function deliver(request: IncomingMessage, ...chunks: readonly (Buffer | string)[]): void {
  for (const chunk of chunks) request.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  request.push(null);
}

async function problemOf(body: Promise<Buffer>): Promise<unknown> {
  const end: unknown = await body.catch((fault: unknown) => fault);
  return end instanceof ProblemError ? [end.problem.status, end.problem.headers ?? {}] : end;
}

const tooLarge = [413, { Connection: 'close' }];
const brokenOff = [400, {}];

describe('readBody', () => {
  it('is empty when there is no body', async () => {
    const request = arriving();
    deliver(request);
    expect(await readBody(request, 10)).toEqual(Buffer.alloc(0));
  });

  it('is every byte, however the body was cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1 }), { maxLength: 8 }), async (pieces) => {
        const request = arriving();
        const body = readBody(request, 1000);
        deliver(request, ...pieces.map((piece) => Buffer.from(piece)));
        expect(await body).toEqual(Buffer.concat(pieces));
      }),
    );
  });

  it.each([
    ['announced', { 'content-length': '4' }],
    ['not announced', {}],
  ])('takes a body of exactly the limit, %s', async (_, headers: Readonly<Record<string, string>>) => {
    const request = arriving(headers);
    const body = readBody(request, 4);
    deliver(request, 'ab', 'cd');
    expect((await body).toString()).toBe('abcd');
  });

  it('is 413 for what was announced as larger, before a byte of it is read', async () => {
    const request = arriving({ 'content-length': '5' });
    deliver(request, 'abcde');

    expect(await problemOf(readBody(request, 4))).toEqual(tooLarge);
    expect(request.readableFlowing).toBe(null);
  });

  it('is 413 as soon as more has arrived, without waiting for the end', async () => {
    const request = arriving();
    const body = readBody(request, 4);
    request.push(Buffer.from('abc'));
    request.push(Buffer.from('de'));

    expect(await problemOf(body)).toEqual(tooLarge);
    expect(request.isPaused()).toBe(true);
  });

  it('is 400 when the caller breaks off in the middle', async () => {
    const request = arriving();
    const body = readBody(request, 10);
    request.push(Buffer.from('abc'));
    request.destroy();

    expect(await problemOf(body)).toEqual(brokenOff);
  });

  it('is 400 when the connection fails in the middle', async () => {
    const request = arriving();
    const body = readBody(request, 10);
    request.destroy(new Error('ECONNRESET'));

    expect(await problemOf(body)).toEqual(brokenOff);
  });

  it('is 400 when the caller had left before anybody asked for the body', async () => {
    const request = arriving();
    const gone = new Promise((resolve) => request.once('close', resolve));
    request.destroy();
    await gone;

    expect(await problemOf(readBody(request, 10))).toEqual(brokenOff);
  });
});
