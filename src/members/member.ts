/** How one member is reached: straight over HTTP, or through an agent that runs beside it. */
export type Via = { readonly kind: 'http' } | { readonly kind: 'agent'; readonly agent: string };

/** One ServiceControl installation. */
export interface Member {
  /** Short and stable, `a-z 0-9 -`, at most 32 characters; part of every rewritten id. */
  readonly key: string;
  /** What people call it; the key when no name is set. */
  readonly name: string;
  /** Base address per surface name, always with a trailing slash: `http://sc-eu:33333/api/`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** A required member that is missing turns a partial answer into 503. */
  readonly required: boolean;
  /** Deadline of one read in milliseconds, when it differs from `federation.memberTimeout`. */
  readonly timeoutMs?: number;
  /** Callers without one of these roles do not see the member at all; empty means everyone. */
  readonly allowedRoles: readonly string[];
  readonly via: Via;
}
