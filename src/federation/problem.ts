import { jsonType, type FederatedReply } from './federated-reply.js';
import type { MissingMember } from './missing-member.js';

/** What a caller is told when the gateway itself cannot or will not answer: `application/problem+json`. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Members that failed and why; only their keys, never their addresses. */
  readonly members?: readonly MissingMember[];
  /** Further members of the document, for example `accepted` and `not_sent` of a partly sent list. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Sent as plain `application/json` in place of a problem document, where members do so. */
  readonly bareBody?: Readonly<Record<string, unknown>>;
  /** Further response headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends a request with a problem document. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.name = 'ProblemError';
  }
}

/** 400 for one bad field of a request. */
export function badField(field: string, detail: string): ProblemError {
  return new ProblemError({
    status: 400,
    title: 'Bad request',
    detail: `${field}: ${detail}`,
    more: { errors: { [field]: [detail] } },
  });
}

/** The JSON text of a problem. `type` is `about:blank`: the problems have no pages of their own. */
export function problemBody(problem: Problem, requestId: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: 'about:blank',
      title: problem.title,
      status: problem.status,
      detail: problem.detail,
      request_id: requestId,
      ...(problem.members === undefined ? {} : { members: problem.members }),
      ...problem.more,
    }),
  );
}

/** A problem as a reply of a federated surface. */
export function problemReply(problem: Problem, requestId: string): FederatedReply {
  if (problem.bareBody !== undefined) {
    const body = Buffer.from(JSON.stringify(problem.bareBody));
    return { status: problem.status, headers: { 'Content-Type': jsonType, ...problem.headers }, body };
  }
  return {
    status: problem.status,
    headers: { ...problem.headers, 'Content-Type': 'application/problem+json' },
    body: problemBody(problem, requestId),
  };
}
