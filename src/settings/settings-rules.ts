import { accessSync, constants } from 'node:fs';
import type { AuthenticationSettings } from './authentication-settings.js';
import { configFileName } from './environment.js';
import type { GatewaySettings } from './gateway-settings.js';
import { equalMembers, localhostInContainer, someMember } from './member-rules.js';
import type { SettingFault } from './setting-fault.js';

/** What no setting says but a rule depends on. */
export interface Surroundings {
  /** The gateway runs in a container of its own, where `localhost` is the container. */
  readonly isContainer: boolean;
}

/** What a rule found between settings that are each fine alone; a fault when it has no grade. */
export type Finding = Omit<SettingFault, 'grade' | 'source'> & { readonly grade?: SettingFault['grade'] };

interface Rule {
  /** Paths, or beginnings of paths, that the rule reads, and places whose loss would make it misleading. */
  readonly reads: readonly string[];
  readonly find: (settings: GatewaySettings, surroundings: Surroundings) => readonly Finding[];
}

const rules: readonly Rule[] = [
  { reads: ['federatedInstances', 'registry.database', '--config', configFileName], find: someMember },
  { reads: [], find: equalMembers },
  { reads: [], find: localhostInContainer },
  { reads: ['authentication'], find: authenticationIsWhole },
  { reads: ['https'], find: httpsIsWhole },
  { reads: ['port', 'https.httpPort', 'metrics.port'], find: portsDiffer },
  { reads: ['memberTls'], find: memberTlsIsWhole },
  { reads: ['https', 'memberTls'], find: filesCanBeRead },
  { reads: ['agents.heartbeatInterval', 'agents.staleAfter'], find: staleAfterHeartbeat },
];

/**
 * Everything that is wrong between settings. A rule that reads a setting with a fault of its own is left out, because
 * it would only say the same again.
 */
export function brokenRules(
  settings: GatewaySettings,
  { surroundings, faulty }: { readonly surroundings: Surroundings; readonly faulty: readonly string[] },
): readonly SettingFault[] {
  return rules
    .filter(({ reads }) => !reads.some((path) => faulty.some((other) => other.startsWith(path))))
    .flatMap(({ find }) => find(settings, surroundings))
    .map((finding) => ({ grade: 'fault', ...finding }));
}

/** ServiceControl refuses to start on the same conditions (contract: hosting 3.1). */
function authenticationIsWhole({ authentication }: GatewaySettings): readonly Finding[] {
  const { enabled, roleBasedAuthorizationEnabled } = authentication;
  if (enabled) return missingForAuthentication(authentication);
  if (!roleBasedAuthorizationEnabled) return [];
  const accepted = 'false while authentication.enabled is false';
  return [{ name: 'authentication.roleBasedAuthorizationEnabled', value: 'true', accepted }];
}

function missingForAuthentication(authentication: AuthenticationSettings): readonly Finding[] {
  const { authority, audience, requireHttpsMetadata, servicePulse } = authentication;
  const because = 'because authentication.enabled is true';
  const findings: Finding[] = [];
  if (authority === undefined) {
    findings.push({ name: 'authentication.authority', accepted: `the address of the token issuer, ${because}` });
  } else if (requireHttpsMetadata && !authority.startsWith('https:')) {
    const accepted = 'an https address, or authentication.requireHttpsMetadata false';
    findings.push({ name: 'authentication.authority', value: JSON.stringify(authority), accepted });
  }
  if (audience === undefined) findings.push({ name: 'authentication.audience', accepted: `an audience, ${because}` });
  if (servicePulse.clientId === undefined) {
    findings.push({ name: 'authentication.servicePulse.clientId', accepted: `a client id, ${because}` });
  }
  if (servicePulse.apiScopes.length === 0) {
    findings.push({ name: 'authentication.servicePulse.apiScopes', accepted: `at least one scope, ${because}` });
  }
  return findings;
}

function httpsIsWhole({ https }: GatewaySettings): readonly Finding[] {
  if (https.enabled && https.certificatePath === undefined) {
    return [{ name: 'https.certificatePath', accepted: 'a certificate file, because https.enabled is true' }];
  }
  return [];
}

function portsDiffer({ port, https, metrics }: GatewaySettings): readonly Finding[] {
  const others = { 'https.httpPort': https.httpPort, 'metrics.port': metrics.port };
  const taken = [port];
  return Object.entries(others).flatMap(([name, value]) => {
    if (value === undefined || value === 0) return [];
    if (taken.includes(value)) return [{ name, value: String(value), accepted: 'a port that nothing else here uses' }];
    taken.push(value);
    return [];
  });
}

function memberTlsIsWhole({ memberTls: { clientCertFile, clientKeyFile } }: GatewaySettings): readonly Finding[] {
  if ((clientCertFile === undefined) === (clientKeyFile === undefined)) return [];
  const missing = clientCertFile === undefined ? 'clientCertFile' : 'clientKeyFile';
  return [{ name: `memberTls.${missing}`, accepted: 'a file, because certificate and key are used together' }];
}

function filesCanBeRead({ https, memberTls }: GatewaySettings): readonly Finding[] {
  const files = {
    'https.certificatePath': https.enabled ? https.certificatePath : undefined,
    'https.keyPath': https.enabled ? https.keyPath : undefined,
    'memberTls.caFile': memberTls.caFile,
    'memberTls.clientCertFile': memberTls.clientCertFile,
    'memberTls.clientKeyFile': memberTls.clientKeyFile,
  };
  return Object.entries(files)
    .filter(([, file]) => file !== undefined && !canRead(file))
    .map(([name, file]) => ({ name, value: JSON.stringify(file), accepted: 'a file that the gateway can read' }));
}

function staleAfterHeartbeat({ agents }: GatewaySettings): readonly Finding[] {
  if (agents.staleAfter > agents.heartbeatInterval) return [];
  return [{ name: 'agents.staleAfter', accepted: 'a longer time than agents.heartbeatInterval' }];
}

function canRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
