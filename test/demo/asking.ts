import { requester, type Asked, type Response } from '../support/requester.js';
import type { Check } from './step.js';

/** ServiceControl's API as the gateway serves it; targets are written as below `/api/`. */
export class Asking {
  constructor(private readonly gatewayUrl: string) {}

  /** `/gateway/...` and other addresses that are not ServiceControl's. */
  own(target: string): Promise<Response> {
    return requester(this.gatewayUrl).get(target);
  }

  get(target: string, asked?: Asked): Promise<Response> {
    return requester(this.gatewayUrl).get(`/api/${target}`, asked);
  }

  post(target: string): Promise<Response> {
    return requester(this.gatewayUrl).request('POST', `/api/${target}`);
  }

  send(method: string, target: string, body: unknown): Promise<Response> {
    return requester(this.gatewayUrl).send(method, `/api/${target}`, body);
  }
}

/** @throws Error with what came in place of a list */
export function rowsOf({ status, text }: Response): readonly unknown[] {
  if (!text.startsWith('[')) throw new Error(`${String(status)} ${text}`);
  return JSON.parse(text) as readonly unknown[];
}

export function idsOf(answer: Response): readonly string[] {
  return (rowsOf(answer) as readonly { readonly id: string }[]).map(({ id }) => id);
}

export function incompleteResults({ headers }: Response): string | undefined {
  return headers['x-particular-incomplete-results'] as string | undefined;
}

/** 200, and nobody is missing. */
export function isWhole(answer: Response): readonly Check[] {
  return [
    { what: 'status', expected: 200, came: answer.status },
    { what: 'X-Particular-Incomplete-Results', expected: undefined, came: incompleteResults(answer) },
  ];
}
