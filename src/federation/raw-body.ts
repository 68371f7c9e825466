import type { IncomingMessage } from 'node:http';
import { ProblemError } from './problem.js';

/**
 * Collects a request body without looking into it.
 * @throws ProblemError 413 as soon as more than `maxBytes` were announced or arrived, 400 when the caller broke off
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes));
  // Its `close` is past, so nothing would ever end the wait.
  if (request.destroyed) return Promise.reject(brokenOff());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        request.pause();
        reject(tooLarge(maxBytes));
        return;
      }
      chunks.push(chunk);
    });
    request.once('end', () => {
      resolve(Buffer.concat(chunks));
    });
    request.once('error', () => {
      reject(brokenOff());
    });
    request.once('close', () => {
      reject(brokenOff());
    });
  });
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError({
    status: 413,
    title: 'Payload too large',
    detail: `the request body is larger than ${String(maxBytes)} bytes (limits.bodyBytes); nothing was sent to any member`,
    headers: { Connection: 'close' },
  });
}

function brokenOff(): ProblemError {
  return new ProblemError({
    status: 400,
    title: 'Bad request',
    detail: 'the request body ended early; nothing was sent to any member',
  });
}
