import { isLoopback } from './address-kinds.js';
import type { GatewaySettings } from './gateway-settings.js';
import type { MemberSettings } from './member-settings.js';
import type { Finding, Surroundings } from './settings-rules.js';

/** Without a registry the members can come from nowhere else. */
export function someMember({ federatedInstances, registry }: GatewaySettings): readonly Finding[] {
  if (federatedInstances.length > 0 || registry.database !== undefined) return [];
  return [{ name: 'federatedInstances', accepted: 'at least one member, [{"api_uri": "..."}, ...]' }];
}

/** Two members of one key could not be told apart; one installation listed twice would count everything twice. */
export function equalMembers({ federatedInstances: members }: GatewaySettings): readonly Finding[] {
  return [
    ...repeated(members, 'key', ({ key }) => isText(key) && key),
    ...repeated(members, 'api_uri', ({ via, api_uri }) => isText(api_uri) && JSON.stringify([via, api_uri])),
    ...repeated(members, 'monitoring_uri', ({ via, monitoring_uri: uri }) => isText(uri) && JSON.stringify([via, uri])),
  ];
}

/** Only a warning: a container may share its network with the installation. Agents use their own addresses. */
export function localhostInContainer(
  { federatedInstances }: GatewaySettings,
  { isContainer }: Surroundings,
): readonly Finding[] {
  if (!isContainer) return [];
  return federatedInstances.flatMap(({ via, api_uri, monitoring_uri }, index) =>
    Object.entries({ api_uri, monitoring_uri })
      .filter(([, address]) => via === 'http' && isText(address) && isLoopback(address))
      .map(([property, address]): Finding => ({
        grade: 'warning',
        name: memberPath(index, property),
        value: JSON.stringify(address),
        accepted: 'a host name that other containers know; here localhost is the container of the gateway itself',
      })),
  );
}

function repeated(
  members: readonly MemberSettings[],
  property: 'key' | 'api_uri' | 'monitoring_uri',
  identity: (member: MemberSettings) => string | false,
): readonly Finding[] {
  return members.flatMap((member, index) => {
    const wanted = identity(member);
    const first = members.findIndex((other) => identity(other) === wanted);
    if (wanted === false || first === index) return [];
    const accepted = `another ${property} than ${memberPath(first, property)} has`;
    return [{ name: memberPath(index, property), value: JSON.stringify(member[property]), accepted }];
  });
}

function memberPath(index: number, property: string): string {
  return `federatedInstances[${index}].${property}`;
}

/** These rules also see members of which a part could not be read. */
function isText(value: unknown): value is string {
  return typeof value === 'string';
}
