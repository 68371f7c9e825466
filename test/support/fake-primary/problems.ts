import { type Reply, textReply } from '../http/reply.js';
import { jsonText } from './json-out.js';

const titles: Readonly<Record<number, readonly [title: string, section: string]>> = {
  400: ['Bad Request', '15.5.1'],
  404: ['Not Found', '15.5.5'],
  409: ['Conflict', '15.5.10'],
  415: ['Unsupported Media Type', '15.5.16'],
};
const traceId = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';

/** A bare 400, 404, 409 or 415 of a controller (contract 1.7). */
export function problem(status: 400 | 404 | 409 | 415): Reply {
  const [title = '', section = ''] = titles[status] ?? [];
  return problemReply(status, { type: typeOf(section), title, status, traceId });
}

/** 400 for input that could not be read. */
export function invalid(errors: Readonly<Record<string, readonly string[]>>): Reply {
  const title = 'One or more validation errors occurred.';
  return problemReply(400, { type: typeOf('15.5.1'), title, status: 400, errors, traceId });
}

/** 422: a bare map, no envelope. */
export function unprocessable(errors: Readonly<Record<string, readonly string[]>>): Reply {
  return textReply(422, 'application/json; charset=utf-8', jsonText(errors));
}

function problemReply(status: number, body: Parameters<typeof jsonText>[0]): Reply {
  return textReply(status, 'application/problem+json; charset=utf-8', jsonText(body));
}

function typeOf(section: string): string {
  return `https://tools.ietf.org/html/rfc9110#section-${section}`;
}
