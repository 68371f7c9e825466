import type { RecordedRequest } from './recorded-request.js';
import { emptyReply, type Reply } from './reply.js';

const maxRequestLineBytes = 8192;
const maxHeaderBytes = 32_768;
const maxHeaders = 100;

/** What the server answers before anything of the application runs (hosting 10.4); `undefined` within its limits. */
export function overLimits(request: RecordedRequest): Reply | undefined {
  const line = `${request.method} ${request.target} HTTP/1.1\r\n`.length;
  if (line > maxRequestLineBytes) return { ...emptyReply(414), origin: 'crash' };
  const bytes = request.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  if (bytes > maxHeaderBytes || request.headers.length > maxHeaders) return { ...emptyReply(431), origin: 'crash' };
  return undefined;
}
