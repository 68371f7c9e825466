import type { Shape } from './shape.js';
import type { Stock } from './shop.js';

/** Ids of what the shop holds, by the names that calls use for them. */
export type Ids = Stock & {
  readonly endpointName: string;
  readonly groupId: string;
  readonly archivedGroupId: string;
  readonly conversationId: string;
  readonly sagaId: string;
  /** As a row's `body_url`, without its first character. */
  readonly bodyUrl: string;
};

/** One call of ServicePulse 2.10.2 (its source of 2026-08-20), as facts: what it sends and what it reads of the answer. */
export interface ClientCall {
  /** `GET {SC}errors`; `{SC}` ends in `/api/`, `{MU}` in `/monitoring/`. Other names in braces are ids of the shop. */
  readonly call: string;
  /** Query keys in the client's order, not encoded; `20|50` stands for either, ids as in the path. */
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: (ids: Ids) => unknown;
  /** Sent with this content type in place of JSON. */
  readonly form?: { readonly type: string; readonly content: () => Buffer };
  /** Whether the client asks for JSON; else for anything. */
  readonly wantsJson?: boolean;
  readonly headers?: readonly string[];
  /** What is read of the body; nothing when left out. */
  readonly reads?: Shape;
  /** Whether the client takes an answer without content for "none". */
  readonly mayBeEmpty?: boolean;
}
