import type { RecordedRequest } from '../http/recorded-request.js';
import type { Reply } from '../http/reply.js';
import type { Access, Authentication, Demand } from './access.js';
import type { FakeAudit } from './audits.js';
import type { EtagStyle } from './etags.js';
import type { Generation } from './options.js';
import type { PrimaryState } from './primary-state.js';
import type { Query } from './query.js';

/** What an instance says about itself. */
export interface InstanceFacts {
  readonly name: string;
  /** Without build metadata. */
  readonly version: string;
  readonly generation: Generation;
  readonly instanceId: string;
  /** `http://127.0.0.1:{port}`. */
  readonly origin: string;
  readonly isEditingEnabled: boolean;
  readonly authentication: Authentication;
  readonly etags: EtagStyle;
  readonly audits: readonly FakeAudit[];
}

/** One request that has found its route. */
export interface PrimaryCall {
  readonly request: RecordedRequest;
  readonly query: Query;
  /** Decoded values of the `{...}` parts of the template, in order. */
  readonly values: readonly (string | undefined)[];
  readonly access: Access;
  readonly instance: InstanceFacts;
  readonly state: PrimaryState;
  /** The whole table, for `my/routes`. */
  readonly table: readonly Route[];
}

/** One line of the route table. */
export interface Route extends Demand {
  readonly method: string;
  /** Below `/api`, as ServiceControl writes it. */
  readonly template: string;
  /** The first version that has it. */
  readonly since: string;
  /** Only in the later state of ServiceControl. */
  readonly isOfNext: boolean;
  readonly answer: (call: PrimaryCall) => Reply;
}

/** The value of the first, second, ... `{...}` of the template. */
export function valueAt(call: PrimaryCall, position: number): string {
  return call.values[position] ?? '';
}
