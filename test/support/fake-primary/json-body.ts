import type { RecordedRequest } from '../http/recorded-request.js';
import { emptyReply } from '../http/reply.js';
import { Instead } from './outcome.js';
import { invalid, problem } from './problems.js';

const maxBodyBytes = 30_000_000;
const maxDepth = 32;

/** The JSON body of a request as the framework reads it: 415, 413 and 400 in its order (contract 1.2). */
export function readJson(request: RecordedRequest): unknown {
  const type = request.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^(application\/json|text\/json|application\/[^/\s]+\+json)$/.test(type)) throw new Instead(problem(415));
  if (request.body.length > maxBodyBytes) throw new Instead({ ...emptyReply(413), origin: 'pipeline' });
  const text = request.body.toString(/charset=utf-16/i.test(request.header('Content-Type') ?? '') ? 'utf16le' : 'utf8');
  const value = parsed(text);
  if (value === undefined || value === null)
    throw new Instead(invalid({ '': ['A non-empty request body is required.'] }));
  return value;
}

/** An array whose elements are texts or null; anything else does not bind. */
export function readTexts(request: RecordedRequest): readonly (string | null)[] {
  const value = readJson(request);
  if (!Array.isArray(value)) throw new Instead(invalid({ $: ['The JSON value could not be converted.'] }));
  return value.map((item: unknown, k) => {
    if (item === null || typeof item === 'string') return item;
    throw new Instead(invalid({ [`$[${String(k)}]`]: ['The JSON value could not be converted to System.String.'] }));
  });
}

/** An object whose members are found in any letter case. */
export function readObject(request: RecordedRequest): ReadonlyMap<string, unknown> {
  const value = readJson(request);
  if (typeof value !== 'object' || Array.isArray(value) || value === null)
    throw new Instead(invalid({ $: ['The JSON value could not be converted.'] }));
  return new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member as unknown]));
}

function parsed(text: string): unknown {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Instead(invalid({ $: ['The JSON text is malformed.'] }));
  }
  if (depthOf(value) > maxDepth)
    throw new Instead(invalid({ $: ['The maximum configured depth of 32 was exceeded.'] }));
  return value;
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((depth, member) => Math.max(depth, depthOf(member)), 0);
}
