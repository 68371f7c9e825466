/** What a role may do on a primary or a Monitoring instance (hosting 4.3). */
const readerPermissions = [
  'error:messages:view',
  'error:recoverabilitygroups:view',
  'error:endpoints:view',
  'error:heartbeats:view',
  'error:customchecks:view',
  'error:sagas:view',
  'error:eventlog:view',
  'error:queues:view',
  'error:connections:view',
  'error:licensing:view',
  'error:notifications:view',
  'error:redirects:view',
  'monitoring:endpoint:view',
  'monitoring:connection:view',
  'monitoring:license:view',
] as const;

const writerPermissions = [
  'error:messages:retry',
  'error:messages:archive',
  'error:messages:unarchive',
  'error:messages:edit',
  'error:recoverabilitygroups:retry',
  'error:recoverabilitygroups:archive',
  'error:recoverabilitygroups:unarchive',
  'error:endpoints:manage',
  'error:endpoints:delete',
  'error:customchecks:delete',
  'monitoring:endpoint:delete',
] as const;

const adminPermissions = [
  'error:notifications:manage',
  'error:notifications:test',
  'error:redirects:manage',
  'error:throughput:view',
  'error:throughput:manage',
  'error:retention:purge',
] as const;

export type Permission =
  (typeof readerPermissions)[number] | (typeof writerPermissions)[number] | (typeof adminPermissions)[number];

const ofRoles: ReadonlyMap<string, ReadonlySet<Permission>> = new Map([
  ['reader', new Set<Permission>(readerPermissions)],
  ['writer', new Set<Permission>([...readerPermissions, ...writerPermissions])],
  ['admin', new Set<Permission>([...readerPermissions, ...writerPermissions, ...adminPermissions])],
]);

/** Role names are compared without regard to case; unknown roles grant nothing. */
export function grants(roles: readonly string[], permission: Permission): boolean {
  return roles.some((role) => ofRoles.get(role.toLowerCase())?.has(permission) === true);
}
