import type { GatewaySettings } from './gateway-settings.js';
import type { SettingFault } from './setting-fault.js';

/**
 * Settings that are declared and that this version cannot carry out. Starting without their effect would be worse than
 * not starting: an operator who asks for TLS must not get plain HTTP.
 */
export function notYet(settings: GatewaySettings): readonly SettingFault[] {
  const asked: readonly (readonly [string, boolean])[] = [
    ['https.enabled', settings.https.enabled],
    ['registry.database', settings.registry.database !== undefined],
    ['agents.bus', settings.agents.bus !== undefined],
    ['metrics.port', settings.metrics.port !== undefined],
    ['tracing.enabled', settings.tracing.enabled],
    ['extensions', settings.extensions.length > 0],
    [
      'federatedInstances[].allowed_roles',
      settings.federatedInstances.some((member) => member.allowed_roles.length > 0),
    ],
    ['federatedInstances[].via', settings.federatedInstances.some((member) => member.via !== 'http')],
  ];
  return asked
    .filter(([, isAsked]) => isAsked)
    .map(([name]) => ({
      grade: 'fault',
      name,
      accepted: 'not set: this version cannot do it yet, and does not start without it',
    }));
}
