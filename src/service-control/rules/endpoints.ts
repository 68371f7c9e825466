import type { RowOwner } from '../../aggregation/merge/member-row.js';
import type { UnionRows } from '../../aggregation/merge/union.js';

const endpointInstance: RowOwner = { kind: 'endpoint', id: (row) => row.text('id')?.toLowerCase() };

/** Endpoint instances with their heartbeats, every member's (contract 12.4). */
export const endpoints: UnionRows = { owner: endpointInstance };

/** Endpoint instances that ever reported: an instance has the same id on every member and appears once. */
export const knownEndpoints: UnionRows & { readonly countsRows: true } = {
  owner: endpointInstance,
  key: (row) => row.text('id')?.toLowerCase(),
  countsRows: true,
};
